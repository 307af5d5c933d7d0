//! Who there is to be signed in.

use std::time::Duration;

/// What a Microsoft account owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Licence {
    /// The game was bought.
    Bought,
    /// It comes with Game Pass.
    GamePass,
    /// Nothing.
    Nothing,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The id without dashes.
    pub id: String,
    /// The name.
    pub name: String,
}

impl Player {
    /// A player.
    pub fn new(id: &str, name: &str) -> Self {
        Self { id: id.to_owned(), name: name.to_owned() }
    }
}

/// A user of the skin server.
#[derive(Clone, Debug)]
pub struct SkinUser {
    /// What is signed in with.
    pub login: String,
    /// The password.
    pub password: String,
    /// The players.
    pub players: Vec<Player>,
}

/// What the services know. The default is a player who bought the game, and a skin server with a user with one player and one with two.
#[derive(Clone, Debug)]
pub struct AuthWorld {
    /// The client id that Microsoft knows.
    pub client_id: String,
    /// Whether the client id is approved for the game.
    pub approved: bool,
    /// How long a second of the protocol lasts.
    pub second: Duration,
    /// Seconds between polls.
    pub interval: u64,
    /// Seconds that a code lives.
    pub expires_in: u64,
    /// Seconds that the game's token lives.
    pub token_lives: u64,
    /// The player; none where the account has no profile.
    pub player: Option<Player>,
    /// What the account owns.
    pub licence: Licence,
    /// The player's number at Xbox.
    pub xuid: String,
    /// Users of the skin server.
    pub users: Vec<SkinUser>,
    /// Agrees to each code at once.
    pub agrees: bool,
    /// The `Date` of each answer.
    pub date: Option<String>,
}

impl Default for AuthWorld {
    fn default() -> Self {
        let user = |login: &str, players: Vec<Player>| SkinUser {
            login: login.to_owned(),
            password: format!("Password-{login}-!"),
            players,
        };
        Self {
            client_id: "00000000-1111-2222-3333-444444444444".to_owned(),
            approved: true,
            second: Duration::from_millis(20),
            interval: 1,
            expires_in: 900,
            token_lives: 86_400,
            player: Some(Player::new("069a79f444e94726a5befca90e38aaf5", "Testkit_Player")),
            licence: Licence::Bought,
            xuid: "2535400000000001".to_owned(),
            users: vec![
                user("one@example.org", vec![Player::new("11111111222233334444555555555555", "钠玩家")]),
                user(
                    "two@example.org",
                    vec![
                        Player::new("aaaaaaaabbbbccccddddeeeeeeeeeee1", "First"),
                        Player::new("aaaaaaaabbbbccccddddeeeeeeeeeee2", "Second"),
                    ],
                ),
                user("none@example.org", Vec::new()),
            ],
            agrees: false,
            date: None,
        }
    }
}
