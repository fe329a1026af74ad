//! The `.lud` record file.
