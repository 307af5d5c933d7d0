//! Signing in and what comes of it, against the stand-ins of the services.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use anyhow::{Context, Result, ensure};
use nova_agent::{Mode, TurnResult};
use nova_core::{AccountKind, Admitted, App, Rewrites, SkinLogin};
use nova_model::{Report, Secret, SecretError, SecretStore};
use nova_testkit::accounts::{AuthFault, AuthServer, AuthWorld};
use nova_tools::{Decision, NoEvents};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::launcher::{Desk, Word};

/// A key ring that can be looked into.
#[derive(Default)]
struct Ring(Mutex<BTreeMap<String, String>>);

impl Ring {
    fn names(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }
}

impl SecretStore for Ring {
    fn get(&self, name: &str) -> Result<Option<Secret>, SecretError> {
        Ok(self.0.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned().map(Secret::new))
    }

    fn set(&self, name: &str, secret: &Secret) -> Result<(), SecretError> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(name.to_owned(), secret.expose().to_owned());
        Ok(())
    }

    fn delete(&self, name: &str) -> Result<(), SecretError> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(name);
        Ok(())
    }
}

/// Who signs in.
const PLAYER: &str = "069a79f444e94726a5befca90e38aaf5";

struct Scene {
    server: AuthServer,
    ring: Arc<Ring>,
    desk: Desk,
    app: App,
}

impl Scene {
    async fn new() -> Result<Self> {
        let server = AuthServer::start(AuthWorld::default()).await?;
        let (ring, desk) = (Arc::<Ring>::default(), Desk::new(Word::Absent)?);
        let sources = Rewrites::parse(&server.sources().to_string())?;
        let lent: Arc<dyn SecretStore> = Arc::<Ring>::clone(&ring);
        let app = desk.changed(Word::Always(Decision::Yes), |setup| {
            setup.sources = sources;
            setup.ring = Some(lent);
        })?;
        Ok(Self { server, ring, desk, app })
    }

    /// The same with a client id.
    async fn known() -> Result<Self> {
        let scene = Self::new().await?;
        told(scene.app.set_client_id(Some(&AuthWorld::default().client_id)))?;
        Ok(scene)
    }

    async fn microsoft(&self) -> Result<Admitted> {
        let login = told(self.app.begin_microsoft().await)?;
        ensure!(self.server.agree(&login.code().user_code));
        told(login.finish(&|_| ()).await)
    }

    async fn at_server(&self, login: &str, password: &str) -> Result<SkinLogin, Report> {
        let found = self.app.find_skin_server(&self.server.host("skin.example")).await?;
        self.app.sign_in_at(&found, login, &Secret::new(password)).await
    }

    async fn write(&self, tool: &str, args: Value) -> TurnResult {
        self.app.write(tool, args, Mode::Confirm, Arc::new(NoEvents), CancellationToken::new()).await
    }

    async fn read(&self, tool: &str, args: Value) -> Result<Value> {
        Ok(self.app.read(tool, args, Arc::new(NoEvents)).await.result?.data)
    }

    /// No token and no password stands in any file of the game or of Nova.
    fn nothing_lies_about(&self) -> Result<()> {
        let tree = format!("{:?}", self.desk.tree()?);
        let accounts = std::fs::read_to_string(self.desk.data("accounts.json")).unwrap_or_default();
        for secret in self.server.secrets() {
            ensure!(!tree.contains(&secret) && !accounts.contains(&secret), "a secret lies about");
        }
        ensure!(self.server.violations().is_empty(), "{:?}", self.server.violations());
        Ok(())
    }
}

fn told<T>(result: Result<T, Report>) -> Result<T> {
    result.map_err(|report| anyhow::anyhow!("{report:?}"))
}

fn code<T>(result: Result<T, Report>) -> Result<String> {
    Ok(result.err().context("no error")?.code().to_string())
}

fn done(result: &TurnResult) -> Result<Value> {
    let receipt = result.receipts.first().with_context(|| format!("{result:#?}"))?;
    Ok(receipt.receipt.data.clone())
}

/// Why nothing was done, in whatever part of the result it stands.
fn failure(result: &TurnResult) -> String {
    format!("{:?} {result:?}", result.receipts.is_empty())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_signs_in_with_microsoft_and_an_undo_leaves_no_token() -> Result<()> {
    let scene = Scene::known().await?;
    let admitted = scene.microsoft().await?;
    assert_eq!((admitted.account.profile.name.as_str(), admitted.warnings.len()), ("Testkit_Player", 0));
    let accounts = scene.app.launcher().accounts();
    assert_eq!(accounts.active().map(|account| account.id.clone()), Some(admitted.account.id.clone()));
    assert_eq!(scene.ring.names().len(), 2, "{:?}", scene.ring.names());
    scene.nothing_lies_about()?;
    let change = admitted.receipt.change.context("no change")?;
    done(&scene.write("undo_change", json!({ "change_id": change })).await)?;
    assert!(scene.app.launcher().accounts().items.is_empty());
    assert_eq!(scene.ring.names(), Vec::<String>::new());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn who_signs_in_again_keeps_place_and_id() -> Result<()> {
    let scene = Scene::known().await?;
    let first = scene.microsoft().await?;
    let again = scene.microsoft().await?;
    assert_eq!(first.account.id, again.account.id);
    assert_eq!(scene.app.launcher().accounts().items.len(), 1);
    assert!(scene.ring.names().iter().all(|name| name.contains(&first.account.id)));
    // The old entry is there again, and so are tokens that hold.
    let change = again.receipt.change.context("no change")?;
    done(&scene.write("undo_change", json!({ "change_id": change })).await)?;
    assert_eq!(scene.ring.names().len(), 2);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_client_id_a_sentence_says_where_to_get_one() -> Result<()> {
    let scene = Scene::new().await?;
    assert_eq!(code(scene.app.begin_microsoft().await)?, "account.client.none");
    assert_eq!(code(scene.app.set_client_id(Some("no id!")))?, "account.client.bad");
    assert!(scene.server.requests().is_empty());
    let app = scene.desk.changed(Word::Absent, |setup| {
        setup.machine.env.insert("NOVA_MSA_CLIENT_ID".to_owned(), "from-outside".into());
    })?;
    assert_eq!(app.launcher().client_id().as_deref(), Some("from-outside"));
    told(scene.app.set_client_id(Some("from-settings")))?;
    assert_eq!(app.launcher().client_id().as_deref(), Some("from-settings"));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_that_is_refused_keeps_nothing() -> Result<()> {
    let scene = Scene::known().await?;
    let login = told(scene.app.begin_microsoft().await)?;
    ensure!(scene.server.decline(&login.code().user_code));
    assert_eq!(code(login.finish(&|_| ()).await)?, "account.code.declined");
    scene.server.change(|world| world.player = None);
    let login = told(scene.app.begin_microsoft().await)?;
    ensure!(scene.server.agree(&login.code().user_code));
    assert_eq!(code(login.finish(&|_| ()).await)?, "account.profile.unnamed");
    assert_eq!(scene.ring.names(), Vec::<String>::new());
    assert!(!scene.desk.data("accounts.json").exists());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn at_a_skin_server_a_player_is_chosen_and_a_wrong_password_is_told() -> Result<()> {
    let scene = Scene::new().await?;
    assert_eq!(code(scene.at_server("one@example.org", "wrong").await)?, "account.yggdrasil.password");
    let came = told(scene.at_server("two@example.org", "Password-two@example.org-!").await)?;
    let SkinLogin::Choose(choice) = came else { anyhow::bail!("nothing to choose") };
    assert_eq!(choice.players().len(), 2);
    assert!(scene.ring.names().is_empty());
    let admitted = told(choice.choose(1).await)?;
    assert_eq!(admitted.account.profile.name, "Second");
    assert!(matches!(admitted.account.kind, AccountKind::Yggdrasil { .. }));
    assert_eq!(scene.ring.names().len(), 1);
    scene.nothing_lies_about()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refresh_renews_the_sign_in_notes_a_new_name_and_says_when_it_is_over() -> Result<()> {
    let scene = Scene::known().await?;
    let admitted = scene.microsoft().await?;
    let args = json!({ "account_id": admitted.account.id });
    let asked = scene.server.asked("login_with_xbox");
    let data = done(&scene.write("refresh_account", args.clone()).await)?;
    assert!(scene.server.asked("login_with_xbox") > asked && data["account_id"] == args["account_id"]);
    scene.server.change(|world| {
        if let Some(player) = &mut world.player {
            "Renamed".clone_into(&mut player.name);
        }
    });
    done(&scene.write("refresh_account", args.clone()).await)?;
    assert_eq!(scene.app.launcher().accounts().items[0].profile.name, "Renamed");
    scene.server.revoke();
    let failed = failure(&scene.write("refresh_account", args).await);
    assert!(failed.contains("account.sign-in-again"), "{failed}");
    scene.nothing_lies_about()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_that_is_away_is_named_and_the_tokens_stay() -> Result<()> {
    let scene = Scene::known().await?;
    let admitted = scene.microsoft().await?;
    scene.server.fail("/token", AuthFault::status(503), 9);
    let failed = failure(&scene.write("refresh_account", json!({ "account_id": admitted.account.id })).await);
    assert!(failed.contains("account.outage.server"), "{failed}");
    assert_eq!(scene.ring.names().len(), 2);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn removing_an_account_drops_its_tokens() -> Result<()> {
    let scene = Scene::known().await?;
    let admitted = scene.microsoft().await?;
    done(&scene.write("remove_account", json!({ "account_id": admitted.account.id })).await)?;
    assert_eq!(scene.ring.names(), Vec::<String>::new());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_skin_server_hears_that_a_player_leaves_and_tokens_go_also_where_it_does_not() -> Result<()> {
    let scene = Scene::new().await?;
    for (away, heard) in [(0, 1), (9, 2)] {
        let came = told(scene.at_server("one@example.org", "Password-one@example.org-!").await)?;
        let SkinLogin::Admitted(admitted) = came else { anyhow::bail!("not admitted") };
        scene.server.fail("/invalidate", AuthFault::status(503), away);
        done(&scene.write("remove_account", json!({ "account_id": admitted.account.id })).await)?;
        assert_eq!(scene.server.asked("/invalidate"), heard);
        assert_eq!(scene.ring.names(), Vec::<String>::new());
    }
    scene.nothing_lies_about()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_skin_is_put_on_and_the_one_before_is_kept() -> Result<()> {
    let scene = Scene::known().await?;
    let admitted = scene.microsoft().await?;
    let (first, second) = (png(64), png(32));
    let args = |id: &str| json!({ "account_id": admitted.account.id, "file_id": id, "model": "slim" });
    let id = told(scene.app.keep_skin(&first))?;
    done(&scene.write("set_skin", args(&id)).await)?;
    let worn = scene.server.worn(PLAYER).context("nothing worn")?;
    assert_eq!(worn, (first.clone(), true));
    let other = told(scene.app.keep_skin(&second))?;
    let data = done(&scene.write("set_skin", args(&other)).await)?;
    assert_eq!(data["before"], json!({ "file_id": id, "model": "slim" }));
    let looks = scene.read("read_skin", json!({ "account_id": admitted.account.id })).await?;
    assert!(looks["kept"].as_array().is_some_and(|kept| kept.len() >= 2), "{looks}");
    let unknown = failure(&scene.write("set_skin", args("skin-000000000000")).await);
    assert!(unknown.contains("core.skin.unknown"), "{unknown}");
    assert_eq!(code(scene.app.keep_skin(b"GIF89a"))?, "account.skin.not-png");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn taking_a_skin_back_puts_on_the_one_that_was_worn_and_redo_the_new_one() -> Result<()> {
    let scene = Scene::known().await?;
    let admitted = scene.microsoft().await?;
    let worn = || scene.server.worn(PLAYER);
    let before = worn();
    let mut ids = Vec::new();
    for (height, model) in [(64, "slim"), (32, "classic")] {
        let id = told(scene.app.keep_skin(&png(height)))?;
        let args = json!({ "account_id": admitted.account.id, "file_id": id, "model": model });
        let result = scene.write("set_skin", args).await;
        ids.push(result.receipts[0].receipt.change.clone().context("no change")?);
    }
    let undo = async |id: &str| scene.write("undo_change", json!({ "change_id": id })).await;
    // The older one has a newer one on top.
    assert!(undo(&ids[0]).await.receipts.is_empty());
    let undone = done(&undo(&ids[1]).await)?;
    assert_eq!(worn(), Some((png(64), true)));
    let redone = done(&undo(undone["id"].as_str().context("no id")?).await)?;
    assert_eq!(worn(), Some((png(32), false)));
    done(&undo(redone["id"].as_str().context("no id")?).await)?;
    done(&undo(&ids[0]).await)?;
    assert_eq!(worn(), before);
    assert!(scene.read("list_trash", json!({})).await?["items"].as_array().is_none_or(Vec::is_empty));
    scene.nothing_lies_about()
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_service_cannot_be_asked_a_skin_is_not_taken_back() -> Result<()> {
    let scene = Scene::known().await?;
    let admitted = scene.microsoft().await?;
    let id = told(scene.app.keep_skin(&png(64)))?;
    let args = json!({ "account_id": admitted.account.id, "file_id": id });
    let change =
        scene.write("set_skin", args).await.receipts[0].receipt.change.clone().context("no change")?;
    scene.server.fail("/skins", AuthFault::status(503), 9);
    let failed = failure(&scene.write("undo_change", json!({ "change_id": change })).await);
    assert!(failed.contains("account.outage.server"), "{failed}");
    assert_eq!(scene.server.worn(PLAYER), Some((png(64), false)));
    // Nothing was taken back, so it can still be.
    scene.server.heal();
    done(&scene.write("undo_change", json!({ "change_id": change })).await)?;
    assert_ne!(scene.server.worn(PLAYER), Some((png(64), false)));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn two_programs_that_renew_at_once_use_no_token_twice() -> Result<()> {
    let scene = Scene::known().await?;
    let admitted = scene.microsoft().await?;
    let lent: Arc<dyn SecretStore> = Arc::<Ring>::clone(&scene.ring);
    let sources = Rewrites::parse(&scene.server.sources().to_string())?;
    let other = scene.desk.changed(Word::Always(Decision::Yes), |setup| {
        setup.sources = sources;
        setup.ring = Some(lent);
    })?;
    let args = json!({ "account_id": admitted.account.id });
    let (tokens, players) = (scene.server.asked("/token"), scene.server.asked("login_with_xbox"));
    let renew = |app: App| {
        let args = args.clone();
        async move {
            app.write("refresh_account", args, Mode::Confirm, Arc::new(NoEvents), CancellationToken::new())
                .await
        }
    };
    let (one, two) = (scene.app.clone(), other.clone());
    let results = tokio::join!(renew(one.clone()), renew(two.clone()), renew(one), renew(two));
    for result in [results.0, results.1, results.2, results.3] {
        done(&result)?;
    }
    // Each refresh token that was shown led to a player: none of them was spent already.
    let (tokens, players) =
        (scene.server.asked("/token") - tokens, scene.server.asked("login_with_xbox") - players);
    assert!((1..=4).contains(&tokens) && tokens == players, "{tokens} {players}");
    scene.nothing_lies_about()
}

/// A picture that can be a skin.
fn png(height: u32) -> Vec<u8> {
    let piece = |name: &[u8], data: &[u8]| {
        let length = u32::try_from(data.len()).unwrap_or_default().to_be_bytes();
        [&length[..], name, data, &[0; 4]].concat()
    };
    let head = [&64_u32.to_be_bytes()[..], &height.to_be_bytes(), &[8, 6, 0, 0, 0]].concat();
    let pieces = [piece(b"IHDR", &head), piece(b"IDAT", &[7; 40]), piece(b"IEND", b"")];
    [b"\x89PNG\r\n\x1a\n".to_vec(), pieces.concat()].concat()
}
