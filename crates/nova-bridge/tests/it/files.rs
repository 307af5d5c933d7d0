//! Which files leave.

use anyhow::Result;

use crate::rig::Rig;

#[test]
fn the_page_and_its_files_come_with_their_kind_and_the_pages_rules() -> Result<()> {
    let rig = Rig::new()?;
    for (target, kind) in [
        ("/", "text/html; charset=utf-8"),
        ("/index.html", "text/html; charset=utf-8"),
        ("/assets/a.js", "text/javascript; charset=utf-8"),
    ] {
        let answer = rig.get(target)?;
        assert_eq!(answer.status, 200, "{target}");
        assert_eq!(answer.header("content-type"), Some(kind));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        let rules = answer.header("content-security-policy").unwrap_or_default();
        assert!(rules.contains("default-src 'self'") && !rules.contains("unsafe-eval"), "{rules}");
    }
    assert!(rig.get("/")?.text()?.contains("<title>N</title>"));
    assert_eq!(rig.get("/favicon.ico")?.status, 204);
    Ok(())
}

#[test]
fn no_spelling_of_a_path_leads_out_of_the_page() -> Result<()> {
    let rig = Rig::new()?;
    let secret = rig.path("secret.txt").display().to_string();
    let spellings = [
        "/../secret.txt".to_owned(),
        "/assets/../../secret.txt".to_owned(),
        "/%2e%2e/secret.txt".to_owned(),
        "/%2e%2e%2fsecret.txt".to_owned(),
        "/assets/%2e%2e/%2e%2e/secret.txt".to_owned(),
        "/..%5csecret.txt".to_owned(),
        "/%252e%252e/secret.txt".to_owned(),
        "/./../secret.txt".to_owned(),
        format!("/{secret}"),
        format!("/{}", secret.replace('/', "%2f")),
        "/index.html%00".to_owned(),
        "/assets".to_owned(),
        "/nothing.js".to_owned(),
    ];
    for target in &spellings {
        let answer = rig.get(target)?;
        assert_eq!(answer.status, 404, "{target}");
        assert_eq!(answer.text()?, "", "{target}");
    }
    Ok(())
}

#[cfg(unix)]
#[test]
fn a_link_in_the_page_leads_to_files_of_the_page_only() -> Result<()> {
    let rig = Rig::new()?;
    std::os::unix::fs::symlink(rig.path("secret.txt"), rig.path("dist/secret.txt"))?;
    std::os::unix::fs::symlink(rig.path(""), rig.path("dist/up"))?;
    std::os::unix::fs::symlink("a.js", rig.path("dist/assets/b.js"))?;
    assert_eq!(rig.get("/secret.txt")?.status, 404);
    assert_eq!(rig.get("/up/secret.txt")?.status, 404);
    assert_eq!(rig.get("/assets/b.js")?.status, 200);
    Ok(())
}
