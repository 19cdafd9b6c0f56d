//! What the bytes say, record by record, whichever of the four headers the file has.

use crate::format::ReadError;
use crate::mesh::attributes::{DoomPathConnection, DoomPathPlane};
use crate::mesh::{Origin, narrow};

use super::MAGIC;
use super::ids::Tables;

pub(super) const PLANE_BYTES: usize = 24;
pub(super) const CONNECTION_BYTES: usize = 28;
/// Without the connections that it lists.
pub(super) const AREA_BYTES: usize = 26;
/// The magic and the version, which every header starts with.
pub(super) const FIXED_BYTES: usize = MAGIC.len() + 2;

/// Where the records may begin: after a digest; at once; after digest and lump number; after three digests.
const HEADERS: [usize; 4] = [24, 8, 28, 96];

/// More records than this in a file that does not hold them are no truncated list, but no count at all.
const MOST_RECORDS: u32 = 1 << 24;

/// One of the three lists of a file.
struct Sort {
    count: &'static str,
    one: &'static str,
    min_bytes: usize,
}

const PLANES: Sort = Sort { count: "the number of planes", one: "a plane", min_bytes: PLANE_BYTES };
const CONNECTIONS: Sort =
    Sort { count: "the number of connections", one: "a connection", min_bytes: CONNECTION_BYTES };
const AREAS: Sort = Sort { count: "the number of areas", one: "an area", min_bytes: AREA_BYTES };

/// Everything in the file, as it stands there.
#[derive(Debug, Default)]
pub(super) struct Body {
    pub(super) version: u16,
    /// What stands between the version and the first count.
    pub(super) header: Vec<u8>,
    pub(super) planes: Vec<DoomPathPlane>,
    pub(super) connections: Vec<DoomPathConnection>,
    pub(super) areas: Vec<Area>,
}

#[derive(Debug)]
pub(super) struct Area {
    pub(super) id: i32,
    pub(super) rect: Rect,
    pub(super) z: i16,
    pub(super) plane: i32,
    pub(super) sector: i16,
    pub(super) flags: u32,
    pub(super) connections: Vec<i32>,
}

/// A box along the axes; of an area `x1 < x2` and `y1 < y2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rect {
    pub(super) x1: i16,
    pub(super) y1: i16,
    pub(super) x2: i16,
    pub(super) y2: i16,
}

/// Reads the file with the first header for which its body ends where the file does and all of its ids exist.
pub(super) fn read(bytes: &[u8]) -> Result<(Body, Tables), ReadError> {
    let version = version(bytes)?;
    let mut refusal = None;
    let mut misfit: Option<Misfit> = None;
    for header_end in HEADERS {
        match Body::read(bytes, version, header_end) {
            Ok(body) => match Tables::new(&body) {
                Ok(tables) => return Ok((body, tables)),
                Err(error) => refusal = refusal.or(Some(error)),
            },
            Err(other) if misfit.as_ref().is_none_or(|best| best.reached < other.reached) => {
                misfit = Some(other)
            }
            Err(_) => {}
        }
    }
    let error = refusal.or(misfit.map(|misfit| misfit.error));
    Err(error
        .unwrap_or_else(|| ReadError::ended(byte(bytes.len()), "planes, connections and areas")))
}

/// A place in the file.
pub(super) fn byte(at: usize) -> Origin {
    Origin::Byte(at as u64)
}

fn version(bytes: &[u8]) -> Result<u16, ReadError> {
    if !super::recognizes(bytes) {
        let found = bytes.get(..MAGIC.len()).unwrap_or(bytes);
        return Err(ReadError::unexpected(byte(0), "\"DPMESH\"", found));
    }
    let at = MAGIC.len();
    let version = Cursor { bytes, at }
        .u16()
        .ok_or_else(|| ReadError::ended(byte(bytes.len()), "a version"))?;
    if 1 < version {
        return Err(ReadError::unexpected(byte(at), "version 1", version.to_string().as_bytes()));
    }
    Ok(version)
}

/// Why the file does not have a certain header.
struct Misfit {
    /// How far the records made sense; zero if not even the first count did.
    reached: usize,
    error: ReadError,
}

impl Body {
    fn read(bytes: &[u8], version: u16, header_end: usize) -> Result<Self, Misfit> {
        let Some(header) = bytes.get(FIXED_BYTES..header_end) else {
            return Err(Misfit {
                reached: 0,
                error: ReadError::ended(byte(bytes.len()), "a header of 24 bytes"),
            });
        };
        let mut cursor = Cursor { bytes, at: header_end };
        let mut body = Self { version, header: header.to_vec(), ..Self::default() };
        // That the first count makes no sense says nothing but that this is not the header.
        body.planes =
            cursor.list(&PLANES, Cursor::plane).map_err(|misfit| match misfit.reached {
                reached if reached == header_end => Misfit { reached: 0, ..misfit },
                _ => misfit,
            })?;
        body.connections = cursor.list(&CONNECTIONS, Cursor::connection)?;
        body.areas = cursor.list(&AREAS, Cursor::area)?;
        if cursor.n_left() == 0 {
            return Ok(body);
        }
        // Three lists that end are better evidence than one cut short, unless zeros were taken for three counts.
        let reached = if body.areas.is_empty() { cursor.at } else { bytes.len() + 1 };
        let expected = "the end of the file after the last area".into();
        let found = format!("{} more bytes", cursor.n_left());
        Err(Misfit {
            reached,
            error: ReadError::Unexpected { at: byte(cursor.at), expected, found },
        })
    }

    /// Where the list of connections begins, after its count.
    fn connections_at(&self) -> usize {
        FIXED_BYTES + self.header.len() + 4 + PLANE_BYTES * self.planes.len() + 4
    }

    /// Where each connection stands.
    pub(super) fn connection_bytes(&self) -> Vec<u32> {
        let first = self.connections_at();
        let at = |index: usize| narrow(first + CONNECTION_BYTES * index);
        (0..self.connections.len()).map(at).collect()
    }

    /// Where each area stands.
    pub(super) fn area_bytes(&self) -> Vec<u32> {
        let mut at = self.connections_at() + CONNECTION_BYTES * self.connections.len() + 4;
        let mut step = |area: &Area| {
            let here = narrow(at);
            at += AREA_BYTES + 4 * area.connections.len();
            here
        };
        self.areas.iter().map(&mut step).collect()
    }
}

/// Reads numbers one after the other; `None` where the file ends too early.
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    fn n_left(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// A count and as many records.
    fn list<T>(
        &mut self,
        sort: &Sort,
        record: impl Fn(&mut Self) -> Option<T>,
    ) -> Result<Vec<T>, Misfit> {
        let at = self.at;
        let Some(count) = self.u32() else {
            return Err(Misfit { reached: at, error: ReadError::ended(byte(at), sort.count) });
        };
        let capacity = self.n_left() / sort.min_bytes;
        if capacity < count as usize && MOST_RECORDS < count {
            let expected = format!("{} that the file holds", sort.count);
            let error = ReadError::unexpected(byte(at), expected, count.to_string().as_bytes());
            return Err(Misfit { reached: at, error });
        }
        let mut list = Vec::with_capacity(capacity.min(count as usize));
        for index in 1..=count {
            let at = self.at;
            let Some(record) = record(self) else {
                let error =
                    ReadError::ended(byte(at), format!("{} ({index} of {count})", sort.one));
                // The end is the end, however much of the last record was there: the likelier header wins.
                return Err(Misfit { reached: self.bytes.len(), error });
            };
            list.push(record);
        }
        Ok(list)
    }

    fn plane(&mut self) -> Option<DoomPathPlane> {
        Some(DoomPathPlane {
            id: self.i32()?,
            bits: [self.u32()?, self.u32()?, self.u32()?, self.u32()?, self.u32()?],
        })
    }

    fn connection(&mut self) -> Option<DoomPathConnection> {
        Some(DoomPathConnection {
            id: self.i32()?,
            corners: [self.i16()?, self.i16()?, self.i16()?, self.i16()?],
            areas: [self.i32()?, self.i32()?],
            linedef: self.i32()?,
            flags: self.u32()?,
        })
    }

    fn area(&mut self) -> Option<Area> {
        let id = self.i32()?;
        let rect = Rect { x1: self.i16()?, y1: self.i16()?, x2: self.i16()?, y2: self.i16()? };
        let (z, plane, sector, flags) = (self.i16()?, self.i32()?, self.i16()?, self.u32()?);
        let n_connections = usize::from(self.u16()?);
        if self.n_left() < 4 * n_connections {
            return None;
        }
        let connections = (0..n_connections).map(|_| self.i32()).collect::<Option<_>>()?;
        Some(Area { id, rect, z, plane, sector, flags, connections })
    }

    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let taken = *self.bytes.get(self.at..)?.first_chunk()?;
        self.at += N;
        Some(taken)
    }

    fn u16(&mut self) -> Option<u16> {
        self.take().map(u16::from_le_bytes)
    }

    fn i16(&mut self) -> Option<i16> {
        self.take().map(i16::from_le_bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn i32(&mut self) -> Option<i32> {
        self.take().map(i32::from_le_bytes)
    }
}
