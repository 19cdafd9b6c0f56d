//! A search as curves over time, with no more points than can be seen.

use std::ops::Range;

use super::{Kind, Trace};

/// What a quantity was during some events.
#[derive(Debug, Clone, PartialEq)]
pub struct Bucket {
    /// The events, by their numbers.
    pub events: Range<usize>,
    /// The least it was.
    pub least: f64,
    /// The most it was.
    pub most: f64,
}

impl Trace {
    /// How many nodes were in the queue after each event, in at most so many buckets.
    pub fn open_over_time(&self, n_buckets: usize) -> Vec<Bucket> {
        let mut n_open = 0_u32;
        let width = self.bucket_width(n_buckets);
        let mut buckets = Vec::new();
        for (place, events) in self.events.chunks(width).enumerate().take(n_buckets) {
            let (mut least, mut most) = (u32::MAX, 0);
            for packed in events {
                if packed.moves_queue() && packed.kind() == Kind::Pushed {
                    n_open += 1;
                } else if packed.moves_queue() {
                    n_open = n_open.saturating_sub(1);
                }
                (least, most) = (least.min(n_open), most.max(n_open));
            }
            let first = place * width;
            let events = first..first + events.len();
            buckets.push(Bucket { events, least: f64::from(least), most: f64::from(most) });
        }
        buckets
    }

    /// The f of the nodes that came out of the queue, in at most so many buckets.
    ///
    /// There is no bucket where none came out.
    pub fn f_over_time(&self, n_buckets: usize) -> Vec<Bucket> {
        let width = self.bucket_width(n_buckets);
        let mut buckets = Vec::new();
        for (place, events) in self.events.chunks(width).enumerate().take(n_buckets) {
            let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
            for packed in events.iter().filter(|packed| packed.kind() == Kind::Expanded) {
                let f = packed.node().and_then(|id| self.nodes.f(id));
                if let Some(f) = f.filter(|f| f.is_finite()) {
                    (least, most) = (least.min(f), most.max(f));
                }
            }
            let first = place * width;
            if least <= most {
                buckets.push(Bucket { events: first..first + events.len(), least, most });
            }
        }
        buckets
    }

    /// How many events make a bucket.
    fn bucket_width(&self, n_buckets: usize) -> usize {
        self.n_events().div_ceil(n_buckets.max(1)).max(1)
    }
}
