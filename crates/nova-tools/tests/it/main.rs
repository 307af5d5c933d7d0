//! The tool contract from outside: rules, registries, dispatch.

#[cfg(test)]
mod dispatch;
#[cfg(test)]
mod fakes;
#[cfg(test)]
mod lint;
#[cfg(test)]
mod registry;
