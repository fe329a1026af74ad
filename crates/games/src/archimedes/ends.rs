//! How Archimedes ends. Where several clauses apply the first counts.

engine::ends! {
    ARRIVED = "4.1" "archimedes.arrived" "all cubes of a seat stand on its goal";
    STALLED = "4.2" "archimedes.stalled" "no seat could move, or all turns were played: the nearest to the goal win";
}
