//! An MCP server over standard streams whose behaviour is a JSON script: `testkit-server [JSON | @FILE]`.

use std::process::ExitCode;

use testkit::Script;

fn script(argument: Option<String>) -> Result<Script, String> {
    let Some(argument) = argument else {
        return Ok(Script::default());
    };
    let text = match argument.strip_prefix('@') {
        Some(file) => std::fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?,
        None => argument,
    };
    serde_json::from_str(&text).map_err(|e| format!("no script: {e}"))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let argument = std::env::args().nth(1);
    if argument.as_deref() == Some("--idle") {
        return match testkit::idle().await {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        };
    }
    let code = match script(argument) {
        Ok(script) => testkit::run(script).await.map_err(|e| e.to_string()),
        Err(error) => {
            eprintln!("testkit-server: {error}");
            return ExitCode::from(2);
        }
    };
    match code {
        // Standard input is read on a thread that cannot be stopped; leaving `main` would wait for it.
        Ok(code) => std::process::exit(code),
        Err(error) => {
            eprintln!("testkit-server: {error}");
            std::process::exit(1)
        }
    }
}
