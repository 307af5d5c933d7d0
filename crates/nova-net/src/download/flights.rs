//! The same file, wanted by two at the same time, is fetched once.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use super::{Fetched, Landing, Wanted};

/// A landing and a key in it.
type Place = (usize, String);

/// What is being fetched just now.
#[derive(Default)]
pub(super) struct Flights(Mutex<HashMap<Place, Weak<Landed>>>);

/// What became of a file; whoever holds it fetches, others wait.
pub(super) type Landed = tokio::sync::Mutex<Option<(Arc<Wanted>, Fetched)>>;

/// One who wants a file.
pub(super) struct Passenger<'a> {
    flights: &'a Flights,
    place: Place,
    landed: Arc<Landed>,
}

impl Flights {
    /// Joins whoever wants the same file of the same landing.
    pub(super) fn join(&self, landing: &Arc<dyn Landing>, key: &str) -> Passenger<'_> {
        let place = (Arc::as_ptr(landing).cast::<()>().addr(), key.to_owned());
        let mut flights = self.lock();
        let landed = flights.get(&place).and_then(Weak::upgrade).unwrap_or_default();
        flights.insert(place.clone(), Arc::downgrade(&landed));
        drop(flights);
        Passenger { flights: self, place, landed }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Place, Weak<Landed>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Passenger<'_> {
    pub(super) fn landed(&self) -> &Landed {
        &self.landed
    }
}

impl Drop for Passenger<'_> {
    fn drop(&mut self) {
        let mut flights = self.flights.lock();
        if Arc::strong_count(&self.landed) == 1 {
            flights.remove(&self.place);
        }
    }
}
