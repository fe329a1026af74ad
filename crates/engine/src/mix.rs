//! Keys by mixing: positions whose cells may drift cannot have tables of random numbers.

use rand::Rng;

/// Spreads the bits of a word over all bits of another. A bijection.
#[inline]
pub const fn mix(mut x: u64) -> u64 {
    x ^= x >> 32;
    x = x.wrapping_mul(0xd6e8_feb8_6659_fd93);
    x ^= x >> 32;
    x = x.wrapping_mul(0xd6e8_feb8_6659_fd93);
    x ^ (x >> 32)
}

/// A random-looking word for each number: a Zobrist table that needs no memory.
#[inline]
pub const fn zobrist(number: u64) -> u64 {
    mix(number.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x2545_f491_4f6c_dd1d))
}

/// A number below `n`, drawn uniformly.
#[inline]
pub fn below<R: Rng + ?Sized>(rng: &mut R, n: usize) -> usize {
    debug_assert!(n > 0 && n <= u32::MAX as usize);
    // Lemire's method: reject the few words that would make some numbers likelier.
    let n = n as u32;
    let mut product = u64::from(rng.next_u32()) * u64::from(n);
    if (product as u32) < n {
        let threshold = n.wrapping_neg() % n;
        while (product as u32) < threshold {
            product = u64::from(rng.next_u32()) * u64::from(n);
        }
    }
    (product >> 32) as usize
}

/// Fisher and Yates: every order equally likely.
pub fn shuffle<T, R: Rng + ?Sized>(items: &mut [T], rng: &mut R) {
    for i in (1..items.len()).rev() {
        items.swap(i, below(rng, i + 1));
    }
}
