//! The commands of the windows. Each forwards to the host. The capability files list which window may call which command.

mod attachments;
mod audit;
mod bundles;
mod chat;
mod choosing;
mod compaction;
mod consent;
mod context;
mod data;
mod held;
mod import;
mod links;
mod models;
mod page;
mod projects;
mod prompts;
mod quick;
mod reach;
mod recovery;
mod registry;
mod roots;
mod rules;
mod sampling;
mod servers;
mod settings;
mod sign_in;
mod tour;
mod updates;
mod window;

use tauri_specta::{Builder, collect_commands};

/// Returns the commands with their types.
pub(crate) fn builder() -> Builder<tauri::Wry> {
    Builder::<tauri::Wry>::new()
        .disable_serde_phases()
        .commands(collect_commands![
            window::state,
            window::watch,
            window::painted,
            window::input_seen,
            window::question_show,
            window::stop_all,
            window::start_again,
            settings::appearance_set,
            settings::limit_set,
            settings::notify_set,
            settings::compact_set,
            settings::titles_set,
            updates::updates_state,
            updates::updates_set,
            updates::updates_check,
            updates::updates_download,
            updates::updates_cancel,
            updates::updates_install,
            quick::quick_keys,
            quick::quick_keys_set,
            quick::quick_show,
            quick::quick_model,
            quick::quick_ask,
            quick::quick_hide,
            quick::quick_main,
            window::keychain_retry,
            servers::servers_pasted,
            links::link_take,
            links::links_state,
            links::links_set,
            registry::registry_use,
            registry::registry_stop,
            registry::registry_search,
            registry::registry_entry,
            registry::registry_fill,
            servers::servers_folder,
            bundles::bundle_choose,
            bundles::bundle_dropped,
            bundles::bundle_download,
            bundles::bundle_forget,
            bundles::bundle_file,
            bundles::bundle_add,
            bundles::bundle_update,
            servers::servers_add,
            servers::servers_change,
            servers::servers_add_remote,
            servers::servers_change_remote,
            servers::servers_start,
            servers::servers_stop,
            servers::servers_sleep,
            servers::servers_switch,
            servers::servers_asks,
            servers::servers_instructions,
            servers::server_era_choose,
            servers::server_confine,
            servers::server_unconfine,
            servers::package_show,
            servers::package_update,
            servers::package_back,
            servers::package_cancel,
            servers::package_fetch,
            servers::trial_run_show,
            servers::trial_run_start,
            servers::trial_run_end,
            servers::trial_run_allow,
            servers::packages_show,
            servers::packages_remove_unused,
            servers::tools_switch,
            servers::servers_restart,
            servers::servers_duplicate,
            servers::servers_remove,
            servers::servers_restore,
            servers::servers_forget,
            sign_in::sign_in,
            sign_in::sign_in_client,
            sign_in::sign_in_cancel,
            sign_in::sign_in_paste,
            sign_in::sign_out,
            page::server_page,
            page::server_bound_set,
            page::server_ping,
            page::server_tool,
            page::tool_try,
            page::change_review,
            page::new_tools_review,
            page::resources_list,
            page::resource_read,
            page::resource_expand,
            page::resource_subscribe,
            page::prompts_list,
            page::prompt_get,
            page::complete,
            page::server_log_page,
            page::log_level_set,
            page::traffic_watch,
            page::traffic_unwatch,
            page::traffic_message,
            import::import_places,
            import::import_place,
            import::import_text,
            import::import_open,
            import::import_add,
            models::providers_propose,
            models::providers_remove,
            models::providers_models,
            models::providers_ask_again,
            models::models_found,
            models::model_facts,
            models::model_favourite,
            models::spending,
            tour::tour_start,
            tour::tour_looked,
            tour::tour_end,
            roots::roots,
            roots::roots_suggested,
            roots::root_pick,
            roots::root_propose,
            roots::root_revoke,
            roots::consent_root_other,
            roots::staged_review,
            roots::consent_staged_difference,
            servers::private_folder,
            servers::private_folder_clear,
            servers::held_data,
            servers::held_data_forget,
            reach::reach,
            reach::reach_propose,
            reach::reach_revoke,
            rules::rules,
            rules::rule,
            rules::rule_propose,
            rules::rule_revoke,
            rules::rule_restore,
            rules::rule_try,
            rules::tool_tier,
            rules::tier_forget,
            rules::server_trust,
            rules::pair_guard,
            rules::server_unmute,
            rules::rules_resume,
            rules::permissions_review,
            sampling::sampling_page,
            sampling::sampling_review,
            sampling::sampling_budget,
            sampling::model_notes,
            audit::audit_page,
            audit::audit_row,
            audit::audit_check,
            audit::audit_save,
            attachments::attachment_pick,
            attachments::attachment_drops,
            attachments::attachment_dropped,
            attachments::attachment_paste,
            attachments::attachment_resource,
            attachments::attachment_find,
            attachments::attachment_found,
            attachments::attachments_recent,
            attachments::attachment_again,
            attachments::attachment_add,
            attachments::attachment_remove,
            attachments::attachments_open,
            attachments::attachment_content,
            prompts::prompts_of,
            prompts::prompt_prepare,
            prompts::prompt_insert,
            prompts::preset_save,
            prompts::preset_remove,
            projects::project_add,
            projects::project_change,
            projects::project_archive,
            projects::project_delete,
            projects::project_restore,
            projects::project_open,
            chat::chat_send,
            chat::link_open,
            chat::help_open,
            chat::conversations_search,
            chat::conversation_open,
            chat::conversation_rename,
            chat::conversations_delete,
            chat::conversations_restore,
            chat::conversation_pin,
            chat::conversations_archive,
            chat::conversations_archived,
            chat::conversations_move_preview,
            chat::conversations_move,
            chat::conversation_set_model,
            chat::conversation_tune,
            chat::conversation_server,
            chat::turn_stop,
            chat::turn_continue,
            chat::turn_retry,
            chat::answer_retry,
            chat::answer_other,
            chat::answer_beside,
            chat::message_edit,
            chat::branch_show,
            chat::call_stop,
            chat::call_background,
            chat::tasks,
            compaction::compact,
            compaction::compact_edit,
            compaction::compact_undo,
            compaction::compact_dismiss,
            context::context_requests,
            context::context_request,
            context::context_next,
            context::context_part,
            data::data_state,
            data::data_show,
            data::data_export,
            data::conversations_import,
            data::conversations_import_cancel,
            data::conversation_text,
            data::conversation_save,
            data::text_save,
            data::data_delete,
            data::data_backups,
            data::data_restore,
            recovery::recovery_state,
            recovery::recovery_retry,
            recovery::recovery_set_aside,
            recovery::recovery_restore,
            recovery::recovery_skip_backup,
            recovery::recovery_save,
            recovery::recovery_conversations,
            recovery::recovery_conversation,
            recovery::recovery_show_file,
            recovery::recovery_end,
            consent::consent_watch,
            consent::consent_presence,
            consent::consent_shown,
            consent::consent_answer,
            consent::consent_edit,
            consent::consent_sandbox,
            consent::consent_call_apart,
            consent::consent_sampling_edit,
            consent::consent_reply_edit,
            consent::consent_reply_again,
            consent::consent_sampling_off,
            consent::consent_endpoint_models,
            consent::consent_endpoint_model,
            consent::consent_form_check,
            settings::consent_look,
            settings::quick_look,
        ])
}

#[cfg(test)]
mod tests {
    use specta_typescript::Typescript;

    /// The window's TypeScript bindings, generated from the commands. `INNKEEPER_WRITE_BINDINGS=1` writes them.
    #[test]
    fn bindings_are_fresh() {
        let root = std::env::var("CARGO_MANIFEST_DIR").unwrap();
        let path = std::path::Path::new(&root).join("ui/src/ipc/bindings.ts");
        let made = tempfile::NamedTempFile::new().unwrap();
        super::builder()
            .export(
                Typescript::default().header("// @ts-nocheck\n"),
                made.path(),
            )
            .unwrap();
        let made = std::fs::read_to_string(made.path()).unwrap();
        if std::env::var_os("INNKEEPER_WRITE_BINDINGS").is_some() {
            std::fs::write(&path, &made).unwrap();
        }
        let kept = std::fs::read_to_string(path).unwrap();
        assert!(kept == made, "run `cargo xtask bindings`");
    }
}
