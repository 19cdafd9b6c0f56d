//! What changed from one mesh to another, by where things are: ids need not correspond.

use std::collections::BTreeMap;

use crate::geom::{Point, Segment};

use super::{Across, FaceId, LinkKind, Navmesh};

mod areas;
mod pairs;

pub use areas::Areas;
use pairs::Pairs;

/// What changed from one mesh to another.
///
/// What follows from a change is not told again: a face that came, went or was blocked also changes what lies over the
/// sides of its neighbours, and a vertex that moved changes its faces.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Diff {
    /// Faces that only the new mesh has, by their ids there.
    pub added: Vec<FaceId>,
    /// Faces that only the old mesh has, by their ids there.
    pub removed: Vec<FaceId>,
    /// Faces that were blocked or unblocked: the old id, then the new one.
    pub toggled: Vec<(FaceId, FaceId)>,
    /// Faces that are the same but for vertices that moved: the old id, then the new one.
    pub reshaped: Vec<(FaceId, FaceId)>,
    /// Where vertices were that moved, and where they are now.
    pub moved: Vec<(Point, Point)>,
    /// Sides that can be crossed now, as they lie in the new mesh.
    pub opened: Vec<Segment>,
    /// Sides that cannot be crossed any more.
    pub closed: Vec<Segment>,
    /// How many teleporters and passages only the new mesh has.
    pub n_links_added: usize,
    /// How many only the old one has.
    pub n_links_removed: usize,
    /// How much ground there is to walk on.
    pub area: Areas,
}

impl Diff {
    /// Looks for what changed. Takes about as long as sorting all corners.
    pub fn new(before: &Navmesh, after: &Navmesh) -> Self {
        Self::while_wanted(before, after, &|| true).unwrap_or_default()
    }

    /// The same as long as somebody wants it, who is asked now and then; none if not.
    pub fn while_wanted(
        before: &Navmesh,
        after: &Navmesh,
        is_wanted: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let pairs = Pairs::new(before, after, is_wanted)?;
        let faces = |n: usize| (0..n as u32).map(FaceId);
        let mut diff = Self {
            added: faces(after.n_faces()).filter(|face| pairs.old_of(*face).is_none()).collect(),
            removed: faces(before.n_faces()).filter(|face| pairs.new_of(*face).is_none()).collect(),
            toggled: pairs.list().filter(|pair| is_toggled(before, after, *pair)).collect(),
            reshaped: pairs.reshaped().to_vec(),
            moved: pairs.moved(before),
            area: Areas::new(before, after, &pairs, is_wanted)?,
            ..Self::default()
        };
        diff.compare_sides(before, after, &pairs);
        diff.compare_links(before, after, &pairs);
        is_wanted().then_some(diff)
    }

    /// Whether nothing changed but, maybe, ids and the order of things.
    pub fn is_empty(&self) -> bool {
        let Self { added, removed, toggled, reshaped, moved, opened, closed, .. } = self;
        let faces = added.len() + removed.len() + toggled.len() + reshaped.len();
        let sides = opened.len() + closed.len();
        faces + sides + moved.len() + self.n_links_added + self.n_links_removed == 0
    }

    fn compare_sides(&mut self, before: &Navmesh, after: &Navmesh, pairs: &Pairs) {
        let stays = |old: FaceId| {
            pairs.new_of(old).is_some_and(|new| !is_toggled(before, after, (old, new)))
        };
        for (old, new) in pairs.list().filter(|(old, _)| stays(*old)) {
            for (was, is) in pairs.sides(before, after, (old, new)) {
                let segment = || turned(after.face(new).segment(is));
                match (before.face(old).across()[was], after.face(new).across()[is]) {
                    (Across::Open(_), Across::Open(_)) => {}
                    (Across::Open(behind), _) if stays(behind) => self.closed.push(segment()),
                    (_, Across::Open(behind)) if pairs.old_of(behind).is_some_and(stays) => {
                        self.opened.push(segment());
                    }
                    _ => {}
                }
            }
        }
        for list in [&mut self.opened, &mut self.closed] {
            list.sort_unstable_by_key(|side| (side.from.bits(), side.to.bits()));
            list.dedup();
        }
    }

    fn compare_links(&mut self, before: &Navmesh, after: &Navmesh, pairs: &Pairs) {
        let mut counts: BTreeMap<_, i64> = BTreeMap::new();
        let key =
            |from: Point, to: Point, kind| (from.bits(), to.bits(), kind == LinkKind::Teleporter);
        for link in before.links() {
            let Segment { from, to } = link.segment;
            *counts.entry(key(pairs.now(from), pairs.now(to), link.kind)).or_default() -= 1;
        }
        for link in after.links() {
            *counts.entry(key(link.segment.from, link.segment.to, link.kind)).or_default() += 1;
        }
        let more = |sign: i64| counts.values().map(|n| (sign * n).max(0)).sum::<i64>() as usize;
        (self.n_links_added, self.n_links_removed) = (more(1), more(-1));
    }
}

fn is_toggled(before: &Navmesh, after: &Navmesh, (old, new): (FaceId, FaceId)) -> bool {
    before.face(old).walkable() != after.face(new).walkable()
}

/// The same side whichever of its faces it is seen from.
fn turned(Segment { from, to }: Segment) -> Segment {
    if to.bits() < from.bits() { Segment { from: to, to: from } } else { Segment { from, to } }
}
