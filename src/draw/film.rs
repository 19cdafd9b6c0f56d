//! Pictures one after the other as an animated GIF, all of them seen from the same place.

use crate::geom::Aabb;

use super::animation::{LAST, Unfinished};
use super::picture::{Picture, draw_legend};
use super::{Camera, Colors, Gif, Legend, Pixels, Size, Theme};

/// Draws pictures of the same thing as an animated GIF; each stays for so many hundredths of a second, the last longer.
///
/// `goes_on` is told how many pictures of how many are done; `false` ends it.
pub fn film(
    pictures: &[Picture<'_>],
    hundredths: u16,
    size: Size,
    theme: Theme,
    goes_on: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Vec<u8>, Unfinished> {
    let last = pictures.len().checked_sub(1).ok_or(Unfinished::NoSearch)?;
    let bounds = pictures.iter().map(Picture::bounds).fold(Aabb::EMPTY, Aabb::union);
    let camera = pictures[last].camera_on(bounds, size);
    // What colours there are, and what they mean, is known from some of them.
    const N_SAMPLES: usize = 5;
    let mut said = Legend::default();
    let mut samples = Vec::new();
    for place in (0..N_SAMPLES).map(|i| last * i / (N_SAMPLES - 1)) {
        let (pixels, means) = drawn(&pictures[place], camera, theme)?;
        said.append(means);
        samples.push(pixels);
    }
    if let Some(sample) = samples.last_mut() {
        draw_legend(&said, sample);
    }
    let colors = Colors::new(theme, &samples.iter().collect::<Vec<_>>());
    drop(samples);
    let mut gif = Gif::new(size, colors).ok_or(Unfinished::NoMemory)?;
    for (place, picture) in pictures.iter().enumerate() {
        if !goes_on(place, pictures.len()) {
            return Err(Unfinished::Cancelled);
        }
        let (mut pixels, _) = drawn(picture, camera, theme)?;
        draw_legend(&said, &mut pixels);
        gif.add(&pixels, if place == last { LAST } else { hundredths })
            .ok_or(Unfinished::NoMemory)?;
    }
    gif.finish().ok_or(Unfinished::NoMemory)
}

fn drawn(
    picture: &Picture<'_>,
    camera: Camera,
    theme: Theme,
) -> Result<(Pixels, Legend), Unfinished> {
    let mut pixels = Pixels::new(camera, theme).ok_or(Unfinished::NoMemory)?;
    let mut said = picture.draw_ground(&mut pixels);
    said.append(picture.draw_over(&mut pixels));
    Ok((pixels, said))
}
