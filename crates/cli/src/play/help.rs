//! What `?` tells.

pub(super) const TEXT: &str = "\
arrows, mouse   move the cursor; Tab jumps to the next legal place
Enter, Space    choose the place; the same place again if that was all
1 to 9          an action that has no place (listed at the side)
letters         type an action; Tab completes it, Enter plays it
Esc             forget what was chosen or typed

F2  Ctrl-T  hint      what the engine would do
F3  Ctrl-Z  undo      back to your last decision
F4  Ctrl-V  view      Axiom: levels, or in space
F5  Ctrl-S  save      or type: save FILE
F6  Ctrl-O  load      a game kept here, or type: load FILE
F7  Ctrl-N  new       choose another game
F10 Ctrl-C  quit      the game is kept: ludarium play --resume
    resign            typed out, so that no key does it by accident
    draw, rematch, accept, decline, say TEXT     at a table of a server

[x] cursor   {x} chosen   (x) legal   :x: last action   .x. passed
Axiom faces: * legal  # cursor  + passed
Whatever is refused says why, with the clause of the rules.";

/// The keys at the foot of the screen.
pub(super) const FOOT: &str = "? help  F2 hint  F3 undo  F4 view  F5 save  F6 load  F7 new  F10 quit";
