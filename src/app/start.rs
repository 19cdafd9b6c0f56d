//! Opening the window, or saying why there is none.

use std::panic;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

use super::{App, Preferences};

/// What desktops know the window by: the name of `wayglass.desktop`, which says the same as its window class. What the
/// program keeps from start to start is in a folder of this name.
pub const APP_ID: &str = "wayglass";

/// Why there is no window, or none any more.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NoWindow {
    /// None could be opened.
    #[error(
        "no window can be opened here ({0}); it needs an X11 or Wayland display and a Vulkan or OpenGL driver"
    )]
    NotOpened(String),
    /// It was there, and the program has failed.
    #[error("Wayglass crashed ({0}); unsaved work will be offered at the next start")]
    Failed(String),
}

/// Opens the window on some files and stays until it is closed.
pub fn open_window(files: Vec<PathBuf>) -> Result<(), NoWindow> {
    let options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_app_id(APP_ID)
            .with_icon(icon())
            .with_title("Wayglass")
            .with_inner_size([1280.0, 800.0])
            .with_min_inner_size([640.0, 420.0])
            .with_drag_and_drop(true),
        ..eframe::NativeOptions::default()
    };
    // Libraries that find no display, or not all of what they load, panic instead of saying so. Until the window is
    // there, that is a reason like any other and not worth a trace on the terminal.
    let is_there = Arc::new(AtomicBool::new(false));
    let was_there = is_there.clone();
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let opened = panic::catch_unwind(panic::AssertUnwindSafe(|| {
        eframe::run_native(
            APP_ID,
            options,
            Box::new(|creation| {
                let _ = panic::take_hook();
                panic::set_hook(hook);
                let mut app = App::new(&creation.egui_ctx, creation.wgpu_render_state.as_ref());
                let kept: Option<Preferences> = creation
                    .storage
                    .and_then(|storage| eframe::get_value(storage, eframe::APP_KEY));
                app.use_system_dialogs();
                app.take_preferences(kept.unwrap_or_default(), &creation.egui_ctx);
                app.open_all(files, &creation.egui_ctx);
                match crate::disk::recovery::folder() {
                    Some(folder) => app.keep_unsaved_in(&folder),
                    None => app.keep_nothing(),
                }
                is_there.store(true, Ordering::Relaxed);
                Ok(Box::new(app))
            }),
        )
    }));
    let reason = match opened {
        Ok(Ok(())) => return Ok(()),
        Ok(Err(error)) => first_line(&error.to_string()),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            text.as_deref().map_or_else(|| "a library failed".to_owned(), first_line)
        }
    };
    Err(if was_there.load(Ordering::Relaxed) {
        NoWindow::Failed(reason)
    } else {
        NoWindow::NotOpened(reason)
    })
}

/// The picture of the program, for window lists and task bars.
pub fn icon() -> egui::IconData {
    // It is compiled in, and a test opens it: without it the window still works.
    eframe::icon_data::from_png_bytes(include_bytes!("../../assets/wayglass.png"))
        .unwrap_or_default()
}

/// What a library said, in one line, without the place in its source from where it said it.
fn first_line(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default().trim_end_matches('.');
    match line.rfind(".rs:") {
        Some(place) => {
            let rest = &line[place + ".rs:".len()..];
            rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':').trim().to_owned()
        }
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_do_not_tell_where_in_a_source_they_come_from() {
        let said = "winit: os error at /home/x/winit/mod.rs:765: no DISPLAY is set.\nmore";
        assert_eq!(first_line(said), "no DISPLAY is set");
        assert_eq!(first_line("no adapter"), "no adapter");
    }
}
