//! One file read, and all that must hold whatever it is.

use wayglass::format::posthoc::{self, Notation, Recording};
use wayglass::format::{self, Content, Import, ReadError, Target};
use wayglass::mesh::{Locator, Navmesh};

use crate::HEAP;

use super::good::own_target;

/// Reads a file, and says how much memory that took at its peak.
pub(crate) fn peak_of_reading(bytes: &[u8]) -> (Result<Import, ReadError>, usize) {
    let before = HEAP.current_usage();
    HEAP.reset_peak_usage();
    let result = format::read(bytes);
    (result, HEAP.peak_usage().saturating_sub(before))
}

/// Reads a file and looks at all that must hold whatever it is; says whether it was accepted.
///
/// What was accepted is written again, in its own format always and in the others if `everywhere`.
pub(crate) fn try_file(bytes: &[u8], everywhere: bool) -> bool {
    let (result, peak) = peak_of_reading(bytes);
    let allowed = 64 * bytes.len() + (16 << 20);
    assert!(
        peak <= allowed,
        "{peak} bytes of heap for a file of {}: {}",
        bytes.len(),
        shown(bytes)
    );
    match result {
        Ok(import) => {
            if let Content::Mesh(mesh) = &import.content {
                assert_sound(mesh, bytes);
            }
            if let Content::Trace(recording) = &import.content {
                assert_trace_comes_back(recording, everywhere);
            }
            for &target in Target::ALL {
                let own = own_target(import.format) == Some(target);
                if (own || everywhere)
                    && let Ok(written) = format::write(&import.content, target)
                {
                    assert_comes_back(&import, own.then_some(target), &written.bytes);
                }
            }
            true
        }
        Err(error) => {
            let text = error.to_string();
            assert!(!matches!(error, ReadError::Mesh(_)), "{text}: {}", shown(bytes));
            assert!(text.starts_with("line ") || text.starts_with("byte "), "{text}");
            assert!(text.contains(": ") && text.len() < 400, "{text}");
            false
        }
    }
}

/// What was written can be read; in its own format it is what it was, and is written as it was.
fn assert_comes_back(import: &Import, own: Option<Target>, bytes: &[u8]) {
    let again = format::read(bytes).unwrap_or_else(|error| panic!("{error}: {}", shown(bytes)));
    let Some(target) = own else { return };
    assert!(again.content == import.content, "changed: {}", shown(bytes));
    let twice = format::write(&again.content, target).map(|written| written.bytes);
    assert!(twice.is_ok_and(|twice| twice == bytes), "written otherwise: {}", shown(bytes));
}

/// What was read of a search is read again as it was, but for numbers that no node has any more.
fn assert_trace_comes_back(recording: &Recording, everywhere: bool) {
    let notations: &[Notation] =
        if everywhere { &[Notation::Yaml, Notation::Json] } else { &[Notation::Yaml] };
    for notation in notations {
        let text = posthoc::write(recording, *notation);
        let again = format::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"));
        let Content::Trace(again) = again.content else { panic!("no trace: {text}") };
        assert_eq!((again.start, again.goal), (recording.start, recording.goal), "{text}");
        assert_eq!(again.steps, recording.steps, "{text}");
        assert_eq!(again.ending, recording.ending, "{text}");
    }
}

/// Looks at a mesh by its public face only: every id exists, every side has its twin, every position is a number.
fn assert_sound(mesh: &Navmesh, bytes: &[u8]) {
    assert!(mesh.points().iter().all(|p| p.is_sound()), "{}", shown(bytes));
    for face in mesh.faces() {
        assert!(3 <= face.n_sides());
        for (side, across) in face.across().iter().enumerate() {
            let (from, to) = face.ends(side);
            assert!(from.index() < mesh.n_vertices());
            let Some(other) = across.face() else { continue };
            let (twin_face, twin) = mesh.twin(face.id, side).unwrap();
            assert_eq!(twin_face, other);
            assert_eq!(mesh.twin(other, twin), Some((face.id, side)), "{}", shown(bytes));
            assert_eq!(mesh.face(other).ends(twin), (to, from), "{}", shown(bytes));
            assert_eq!(mesh.face(other).across()[twin].face(), Some(face.id), "{}", shown(bytes));
        }
    }
    assert!(
        mesh.links().iter().all(|link| link.from.index().max(link.to.index()) < mesh.n_faces())
    );
    let locator = Locator::new(mesh);
    for face in mesh.faces().take(3) {
        assert!(
            locator
                .faces_at(mesh, face.points().next().unwrap())
                .any(|(found, _)| found == face.id)
        );
    }
}

pub(crate) fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(2000)]).into_owned()
}
