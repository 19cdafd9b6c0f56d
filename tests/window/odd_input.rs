use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use wayglass::app::{Action, App};

use super::{ask, example, first_start, settle};

fn type_number(window: &mut Harness<'_, App>, label: &str, text: &str) {
    window.get_by_role_and_label(egui::Role::SpinButton, label).focus();
    window.step();
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    window.step();
    window.get_by_label(label).type_text(text);
    window.step();
    window.key_press(egui::Key::Enter);
    settle(window);
}

#[test]
fn what_is_no_number_is_not_taken() {
    let mut window = first_start();
    ask(&mut window, Action::Open(example("blobs.txt")));
    let radius = |window: &Harness<'_, App>| {
        window.state().document().unwrap().layout().unwrap().agent.radius
    };
    type_number(&mut window, "Radius", "0.5");
    assert_eq!(radius(&window), 0.5);
    for text in ["NaN", "nan", "-NaN"] {
        type_number(&mut window, "Radius", text);
        assert_eq!(radius(&window), 0.5, "{text}");
    }
    let field = window.get_by_role_and_label(egui::Role::SpinButton, "Radius");
    field.set_value_accesskit(f64::NAN);
    settle(&mut window);
    assert_eq!(radius(&window), 0.5);
}
