//! `export` and `data`: what is written, what is not, and what happens to a damaged file.

use serde_json::{Value, json};

use crate::{
    code,
    model::{Model, says},
    place::Place,
};

fn talked(place: &Place) {
    place.add("Kit", &json!({}));
    let model = Model::start(vec![says("## You, a heading of the model's own")]);
    let words = [
        "chat",
        "--base-url",
        &model.base_url,
        "--model",
        "m",
        "--servers",
        "",
        "Say ../../etc/passwd\nand more",
    ];
    place.run(&words).expect(code::DONE);
}

fn folder(ended: &Value) -> std::path::PathBuf {
    std::path::PathBuf::from(ended["folder"].as_str().unwrap())
}

#[test]
fn everything_is_exported_and_read_back() {
    let place = Place::new();
    talked(&place);
    let work = dunce::canonicalize(place.path()).unwrap().join("work");
    std::fs::create_dir(&work).unwrap();
    let work = work.to_str().unwrap();
    let grant = ["--approve", "once", "roots", "grant", "Kit", work];
    place.run(&grant).expect(code::DONE);
    let deny = [
        "rules",
        "add",
        "deny",
        "Kit",
        "--where",
        r#"text is "nothing""#,
    ];
    place.run(&deny).expect(code::DONE);
    let said = place
        .run(&["--json", "export", place.path().to_str().unwrap()])
        .expect(code::DONE)
        .json();
    assert_eq!(
        (&said["conversations"], &said["messages"]),
        (&json!(1), &json!(2))
    );
    let folder = folder(&said);
    let private =
        std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&folder).unwrap().permissions());
    assert_eq!(private & 0o777, 0o700);

    let pages: Vec<_> = std::fs::read_dir(folder.join("conversations"))
        .unwrap()
        .flatten()
        .collect();
    assert_eq!(pages.len(), 1);
    let page = std::fs::read_to_string(pages[0].path()).unwrap();
    let headings = page.lines().filter(|line| line.starts_with("## ")).count();
    assert_eq!(headings, 2, "{page}");
    assert!(page.contains("> ## You, a heading"), "{page}");

    let lines = |name: &str| -> Vec<Value> {
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    };
    let messages = lines("conversations.jsonl");
    assert_eq!(
        messages[0]["parts"][0]["text"],
        "Say ../../etc/passwd\nand more"
    );
    assert_eq!(
        messages[1]["message"]["parent"],
        messages[0]["message"]["id"]
    );
    assert_eq!(lines("folders.jsonl")[0]["path"], work);
    let rules = lines("rules.jsonl");
    let conditions = rules[0]["conditions"].as_str().unwrap();
    assert!(conditions.contains("nothing"), "a rule is no wider there");
    assert!(lines("sampling.jsonl").is_empty());
    let rows = lines("audit.jsonl");
    assert_eq!(said["audit_rows"], rows.len());
    assert!(
        rows.windows(2)
            .all(|pair| pair[0]["hash"] == pair[1]["prev"]),
        "the chain can be checked"
    );

    let servers = folder.join("servers.json");
    let taken = place.run(&[
        "--json",
        "servers",
        "import",
        "--dry-run",
        servers.to_str().unwrap(),
    ]);
    assert!(
        taken.expect(code::DONE).out.contains("Kit"),
        "our own form is one we read"
    );

    let data = place.run(&["--json", "data"]).expect(code::DONE).json();
    assert_eq!(data["dir"], place.data().display().to_string());
    assert!(data["bytes"].as_f64().unwrap() > 10_000.0);
}

#[test]
fn what_can_be_read_of_a_damaged_file_is_exported() {
    let place = Place::new();
    talked(&place);
    let database = place.data().join("innkeeper.db");
    let mut bytes = std::fs::read(&database).unwrap();
    // The leaf with the texts, known by where they come from.
    let is_leaf = |page: &[u8]| page[0] == 0x0d && page.windows(6).any(|text| text == b"\"from\"");
    let leaves: Vec<usize> = (1..bytes.len() / 4096)
        .filter(|page| is_leaf(&bytes[page * 4096..][..4096]))
        .collect();
    assert!(!leaves.is_empty());
    for page in leaves {
        bytes[page * 4096..][..4096].fill(0xa5);
    }
    std::fs::write(&database, &bytes).unwrap();
    let refused = place.run(&["--json", "servers", "list"]).expect(code::DATA);
    let refused = refused.json();
    assert!(
        refused["error"].as_str().unwrap().contains("damaged"),
        "{refused}"
    );
    assert!(
        refused["hint"].as_str().unwrap().contains("export DIR"),
        "{refused}"
    );

    let ended = place.run(&["--json", "export", place.path().to_str().unwrap()]);
    let said = ended.expect(code::DATA).json();
    assert_eq!(
        (&said["messages"], &said["servers"]),
        (&json!(2), &json!(1)),
        "{said}"
    );
    let missing = said["missing"][0].as_str().unwrap();
    assert!(missing.contains("damaged place"), "{said}");
    assert!(folder(&said).join("conversations.jsonl").exists());
    assert_eq!(std::fs::read(&database).unwrap(), bytes, "untouched");

    std::fs::write(
        &database,
        b"not a database at all, but long enough to look like something",
    )
    .unwrap();
    let ended = place
        .run(&[
            "--json",
            "export",
            place.path().join("data").to_str().unwrap(),
        ])
        .expect(code::DATA);
    assert_eq!(ended.json()["messages"], 0);
    assert!(
        ended.json()["audit_rows"].as_u64().unwrap() > 0,
        "the log is a file of its own"
    );
}
