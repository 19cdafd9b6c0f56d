//! Pixels one after the other as an animated GIF.
//!
//! All frames share one table of colours, and of each frame only what changed is written.

use std::collections::HashMap;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::{Ink, Pixels, Size, Theme};

/// A colour as the pixels have it.
type Rgb = [u8; 3];

/// The colours that the frames of an animation are painted in: what is nearest is taken for all others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Colors {
    list: Vec<Rgb>,
}

/// So many colours fit into the table; one more entry means that a pixel stays as it was.
const N_COLORS: usize = 255;
const UNCHANGED: u8 = N_COLORS as u8;

impl Colors {
    /// The colours of a theme, and then those that are most frequent in some of the frames.
    pub fn new(theme: Theme, samples: &[&Pixels]) -> Self {
        let mut list: Vec<Rgb> = Vec::with_capacity(N_COLORS);
        for color in Ink::ALL.iter().flat_map(|ink| {
            let style = theme.style(*ink);
            [style.fill, style.line.map(|line| line.color), style.halo]
        }) {
            match color {
                Some(color) if color.alpha == 255 && !list.contains(&color.rgb) => {
                    list.push(color.rgb);
                }
                _ => {}
            }
        }
        list.truncate(N_COLORS);
        let found = by_frequency(samples);
        // Colours that can hardly be told apart only get in where there is room left.
        for least in [48, 24, 12, 6, 3, 1] {
            for color in &found {
                if list.len() == N_COLORS {
                    return Self { list };
                }
                if list.iter().all(|known| least <= difference(*known, *color)) {
                    list.push(*color);
                }
            }
        }
        Self { list }
    }

    fn nearest(&self, color: Rgb) -> u8 {
        let entries = self.list.iter().enumerate();
        entries.min_by_key(|(_, known)| difference(**known, color)).map_or(0, |(i, _)| i as u8)
    }

    /// The table as the file has it.
    fn table(&self) -> Vec<u8> {
        let mut table: Vec<u8> = self.list.iter().flatten().copied().collect();
        table.resize(3 * (N_COLORS + 1), 0);
        table
    }
}

/// How many different colours are looked at.
const MAX_FOUND: usize = 4096;

/// The colours of some pictures, the most frequent first.
fn by_frequency(samples: &[&Pixels]) -> Vec<Rgb> {
    let mut counts: HashMap<Rgb, usize> = HashMap::new();
    for pixel in samples.iter().flat_map(|pixels| pixels.rgba().chunks_exact(4)) {
        *counts.entry([pixel[0], pixel[1], pixel[2]]).or_default() += 1;
    }
    let mut found: Vec<(Rgb, usize)> = counts.into_iter().collect();
    found.sort_unstable_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    found.truncate(MAX_FOUND);
    found.into_iter().map(|(color, _)| color).collect()
}

/// How far two colours are from each other.
fn difference(a: Rgb, b: Rgb) -> u32 {
    a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

/// An animated GIF in the making: frames go in one by one, and are shown again and again.
pub struct Gif {
    size: Size,
    colors: Colors,
    known: HashMap<Rgb, u8>,
    encoder: Encoder<Vec<u8>>,
    /// The pixels of the frame before, and what became of them.
    shown: Option<(Vec<u8>, Vec<u8>)>,
    /// The newest frame: how long it stays is known when the next one is different.
    waiting: Option<Frame<'static>>,
}

impl Gif {
    /// One without frames; none if it cannot be written.
    pub fn new(size: Size, colors: Colors) -> Option<Self> {
        let side = |pixels: u32| u16::try_from(pixels).ok();
        let (width, height) = (side(size.width())?, side(size.height())?);
        let mut encoder = Encoder::new(Vec::new(), width, height, &colors.table()).ok()?;
        encoder.set_repeat(Repeat::Infinite).ok()?;
        let known = HashMap::new();
        Some(Self { size, colors, known, encoder, shown: None, waiting: None })
    }

    /// Adds a frame that stays for so many hundredths of a second; none if it is of another size or cannot be written.
    pub fn add(&mut self, pixels: &Pixels, hundredths: u16) -> Option<()> {
        let rgba = pixels.rgba();
        let n_pixels = self.size.width() as usize * self.size.height() as usize;
        if rgba.len() != 4 * n_pixels {
            return None;
        }
        let Some(mut frame) = self.changed(rgba) else {
            if let Some(waiting) = &mut self.waiting {
                waiting.delay = waiting.delay.saturating_add(hundredths);
            }
            return Some(());
        };
        frame.delay = hundredths;
        if let Some(before) = self.waiting.replace(frame) {
            self.encoder.write_frame(&before).ok()?;
        }
        Some(())
    }

    /// The file.
    pub fn finish(mut self) -> Option<Vec<u8>> {
        if let Some(last) = self.waiting.take() {
            self.encoder.write_frame(&last).ok()?;
        }
        self.encoder.into_inner().ok()
    }

    /// The smallest box with all that differs from the frame before; none if nothing does.
    fn changed(&mut self, rgba: &[u8]) -> Option<Frame<'static>> {
        let width = self.size.width() as usize;
        let Some((before, entries)) = &mut self.shown else {
            let colors = rgba.chunks_exact(4);
            let entries: Vec<u8> = colors
                .map(|pixel| entry(&self.colors, &mut self.known, [pixel[0], pixel[1], pixel[2]]))
                .collect();
            self.shown = Some((rgba.to_vec(), entries.clone()));
            return Some(frame([0, 0], [width, self.size.height() as usize], entries));
        };
        let mut area: Option<[usize; 4]> = None;
        let mut stays = vec![true; entries.len()];
        for (i, (new, old)) in rgba.chunks_exact(4).zip(before.chunks_exact(4)).enumerate() {
            if new == old {
                continue;
            }
            let number = entry(&self.colors, &mut self.known, [new[0], new[1], new[2]]);
            if number != entries[i] {
                (entries[i], stays[i]) = (number, false);
                let (x, y) = (i % width, i / width);
                let [left, top, right, bottom] = area.unwrap_or([x, y, x, y]);
                area = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
            }
        }
        before.copy_from_slice(rgba);
        let [left, top, right, bottom] = area?;
        let row = |y: usize| y * width + left..y * width + right + 1;
        let cut = (top..=bottom).flat_map(row);
        let cut = cut.map(|i| if stays[i] { UNCHANGED } else { entries[i] }).collect();
        Some(frame([left, top], [right - left + 1, bottom - top + 1], cut))
    }
}

fn entry(colors: &Colors, known: &mut HashMap<Rgb, u8>, color: Rgb) -> u8 {
    *known.entry(color).or_insert_with(|| colors.nearest(color))
}

fn frame([left, top]: [usize; 2], [width, height]: [usize; 2], entries: Vec<u8>) -> Frame<'static> {
    Frame {
        left: left as u16,
        top: top as u16,
        width: width as u16,
        height: height as u16,
        dispose: DisposalMethod::Keep,
        transparent: Some(UNCHANGED),
        buffer: entries.into(),
        ..Frame::default()
    }
}
