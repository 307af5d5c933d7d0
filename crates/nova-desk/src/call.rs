//! What a command is: a typed function behind a name, with its TypeScript types beside it.

use std::{future::Future, marker::PhantomData, sync::Arc};

use futures_util::{FutureExt, future::BoxFuture};
use nova_model::{Message, clean};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use ts_rs::{Config, TS, TypeVisitor};

use crate::{Desk, Fault};

/// Where the events of one call go. Does not wait.
pub trait Sink: Send + Sync {
    /// Takes one event.
    fn send(&self, event: Value);
    /// Whether somebody still listens.
    fn is_open(&self) -> bool {
        true
    }
}

/// A sink for events of one type.
pub struct To<E> {
    sink: Arc<dyn Sink>,
    of: PhantomData<fn(E)>,
}

impl<E> Clone for To<E> {
    fn clone(&self) -> Self {
        Self { sink: Arc::clone(&self.sink), of: PhantomData }
    }
}

impl<E: Serialize> To<E> {
    pub(crate) fn new(sink: Arc<dyn Sink>) -> Self {
        Self { sink, of: PhantomData }
    }

    /// Sends one event. One that cannot be written as JSON does not exist: all of them are plain structs.
    pub fn send(&self, event: &E) {
        if let Ok(event) = serde_json::to_value(event) {
            self.sink.send(event);
        }
    }

    pub(crate) fn is_open(&self) -> bool {
        self.sink.is_open()
    }
}

/// The events of a command that has none.
#[derive(Debug, Serialize)]
pub enum Silent {}

impl TS for Silent {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(_: &Config) -> String {
        "never".to_owned()
    }

    fn inline(_: &Config) -> String {
        "never".to_owned()
    }
}

type Run = dyn Fn(Arc<Desk>, Value, Arc<dyn Sink>) -> BoxFuture<'static, Result<Value, Fault>> + Send + Sync;

/// One thing the window can ask for.
pub struct Command {
    /// Its name.
    pub name: &'static str,
    run: Box<Run>,
    types: fn(&Config) -> [String; 3],
    visit: fn(&mut Visitor<'_>),
}

/// Looks at every type of a command.
pub(crate) struct Visitor<'a>(
    pub(crate) &'a mut dyn FnMut(Option<(String, String)>) -> bool,
    pub(crate) &'a Config,
);

impl TypeVisitor for Visitor<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Only what has a place of its own is declared; numbers, lists and the like are not.
        let declared = T::output_path().map(|_| (T::ident(self.1), T::decl(self.1)));
        if (self.0)(declared) {
            T::visit_dependencies(self);
            T::visit_generics(self);
        }
    }
}

impl Command {
    /// A function as a command.
    pub(crate) fn new<A, R, E, F, Fut>(name: &'static str, run: F) -> Self
    where
        A: DeserializeOwned + Send + TS + 'static,
        R: Serialize + TS + 'static,
        E: Serialize + TS + 'static,
        F: Fn(Arc<Desk>, A, To<E>) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<R, Fault>> + Send + 'static,
    {
        let run = move |desk: Arc<Desk>, args: Value, sink: Arc<dyn Sink>| {
            let texts = desk.texts();
            let work = serde_json::from_value::<A>(args).map(|args| run(desk, args, To::new(sink)));
            async move {
                let work = work.map_err(|error| Fault::say(&unreadable(name, &error), &texts))?;
                serde_json::to_value(work.await?)
                    .map_err(|error| Fault::say(&unreadable(name, &error), &texts))
            }
            .boxed()
        };
        let types = |cfg: &Config| [A::name(cfg), R::name(cfg), E::name(cfg)];
        let visit = |visitor: &mut Visitor<'_>| {
            visitor.visit::<A>();
            visitor.visit::<R>();
            visitor.visit::<E>();
        };
        Self { name, run: Box::new(run), types, visit }
    }

    pub(crate) async fn run(
        &self,
        desk: Arc<Desk>,
        args: Value,
        sink: Arc<dyn Sink>,
    ) -> Result<Value, Fault> {
        (self.run)(desk, args, sink).await
    }

    /// The TypeScript names of its arguments, its result and its events.
    pub(crate) fn types(&self, cfg: &Config) -> [String; 3] {
        (self.types)(cfg)
    }

    pub(crate) fn visit(&self, visitor: &mut Visitor<'_>) {
        (self.visit)(visitor);
    }
}

fn unreadable(name: &'static str, error: &serde_json::Error) -> Message {
    Message::new("desk.bad-arguments").with("command", name).with("why", clean(&error.to_string(), 200))
}
