//! What must never be: contradictions between what the window shows and what is open. Tests ask for them after every
//! gesture.

use std::sync::Arc;

use crate::build::Faces;
use crate::build::live::Live;
use crate::geom::{LIMIT, Point};
use crate::layout::work::Work;
use crate::mesh::Element;

use super::App;

impl App {
    /// What contradicts itself, in sentences; nothing ever should.
    pub fn contradictions(&self) -> Vec<String> {
        let mut found = Vec::new();
        self.check_view(&mut found);
        self.check_selection(&mut found);
        self.check_derived(&mut found);
        self.check_search(&mut found);
        found
    }

    /// The mesh under the hand, and of which faces it is, while nobody is working on it.
    pub fn live(&self) -> Option<(&Live, Faces)> {
        let drawing = self.drawing.as_ref().filter(|drawing| !drawing.is_working())?;
        let live = drawing.live().filter(|live| drawing.fault.is_none() && !live.is_waiting())?;
        Some((live, drawing.faces))
    }

    fn check_view(&self, found: &mut Vec<String>) {
        let eye = &self.view.eye;
        if !eye.is_sound() {
            found.push(format!("nobody can look from there: {eye:?}"));
        }
        let is_finite = |at: Point| at.x.is_finite() && at.y.is_finite();
        if !self.view.pointer.is_none_or(is_finite) || !self.view.reach.is_finite() {
            found.push(format!("the pointer is nowhere: {:?}", self.view.pointer));
        }
        let ends = self.inquiry.ends;
        let is_on_paper = |at: Point| is_finite(at) && at.x.abs().max(at.y.abs()) <= 4.0 * LIMIT;
        for end in [ends.start, ends.goal].into_iter().flatten() {
            if !is_on_paper(end) {
                found.push(format!("an end of the query is nowhere: {end:?}"));
            }
        }
        if self.notices.texts().count() > 4 {
            found.push("there are more notices than anybody reads".to_owned());
        }
    }

    fn check_selection(&self, found: &mut Vec<String>) {
        let things = &self.view.things;
        // What is hidden can be selected in its list.
        if *things != things.kept(self.layout(), &Work::default()) {
            found.push(format!("what is selected is not there: {things:?}"));
        }
        let mesh = self.map.survey.as_ref().map(|survey| &survey.mesh);
        let is_there = match (self.view.selection, mesh) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(Element::Face(face)), Some(mesh)) => face.index() < mesh.n_faces(),
            (Some(Element::Side(face, side)), Some(mesh)) => {
                face.index() < mesh.n_faces() && (side as usize) < mesh.face(face).n_sides()
            }
            (Some(Element::Vertex(vertex)), Some(mesh)) => vertex.index() < mesh.n_vertices(),
            (Some(_), Some(_)) => true,
        };
        if !is_there {
            found.push(format!("{:?} is selected, but not there", self.view.selection));
        }
        let n_islands = self.map.survey.as_ref().map_or(0, |survey| survey.islands.list().len());
        if self.view.island.is_some_and(|island| n_islands <= island) {
            found.push(format!("island {:?} is highlighted, but not there", self.view.island));
        }
        if let Some(known) = &self.scenario {
            let n_rows = known.n_rows();
            let all = known.list.order.iter().chain(&known.list.chosen);
            if all.into_iter().any(|row| n_rows <= *row as usize) {
                found.push("a row is listed that the scenario does not have".to_owned());
            }
        }
    }

    /// What was made of the document has to be of the document.
    fn check_derived(&self, found: &mut Vec<String>) {
        let Some(opened) = &self.opened else {
            if self.map.survey.is_some() || self.drawing.is_some() {
                found.push("there is a map, but nothing is open".to_owned());
            }
            return;
        };
        let document = &opened.document;
        if self.drawing.is_some() != document.layout().is_some() {
            found.push("a mesh follows the hand, but there is no drawing".to_owned());
        }
        let newest = document.revision();
        let waits = self.tasks.surveying.is_some() || self.view.hand_moves;
        if newest != self.map.revision && !waits && !self.is_busy() {
            found.push(format!("the map is of {:?}, not of {newest:?}", self.map.revision));
        }
        let Some(survey) = &self.map.survey else { return };
        if self.map.marks.len() != survey.mesh.n_faces() {
            found.push("the graphics card is told of other faces than there are".to_owned());
        }
        if let Some(mesh) = document.mesh().filter(|_| newest == self.map.revision)
            && !Arc::ptr_eq(mesh, &survey.mesh)
        {
            found.push("the map is not the mesh that is open".to_owned());
        }
    }

    fn check_search(&self, found: &mut Vec<String>) {
        if self.playback.last() < self.playback.cursor {
            found.push("the replay is after its last event".to_owned());
        }
        let (Some(survey), Some(reply)) = (&self.map.survey, self.inquiry.reply()) else { return };
        let waits = self.is_stale() || self.inquiry.is_busy();
        if Some(reply.asked) == self.inquiry.asked() && !waits {
            let searched = self.inquiry.ground().map(|ground| Arc::ptr_eq(ground, &reply.ground));
            if searched == Some(false) {
                found.push("the answer is of another map".to_owned());
            }
        }
        let floods = self.verdict().and_then(|(verdict, _)| verdict.floods.as_ref());
        if let Some(floods) = floods {
            let mut faces = floods.from_start.iter().chain(floods.to_goal.iter());
            if faces.any(|face| survey.mesh.n_faces() <= face.index()) {
                found.push("why there is no path is told of another map".to_owned());
            }
        }
    }
}
