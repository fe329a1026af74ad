//! What `?` tells, before what the game's drawing adds.

pub(super) const TEXT: &str = "\
arrows, mouse   move the cursor; Tab jumps to the next legal cell
Enter, Space    choose the cell; again on the last one: that was all
1 to 9          an action without a cell (listed at the side)
letters         type an action; Tab completes it, Enter plays it
Esc             clear what was chosen or typed

F2  Ctrl-T  hint      what the engine would do
F3  Ctrl-Z  undo      back to your last decision
F4  Ctrl-V  view      another drawing, where there is one
F5  Ctrl-S  save      or type: save FILE
F6  Ctrl-O  load      a saved game, or type: load FILE
F7  Ctrl-N  new       start another game
F10 Ctrl-C  quit      the game is saved: ludarium play --resume
    resign            only typed, so that no key does it by accident
    draw, rematch, accept, decline, say TEXT     at a table of a server

[x] cursor   {x} chosen   (x) legal   :x: last action   .x. passed
Refusals say why, with the clause of the rules.";

/// The keys at the foot of the screen.
pub(super) const FOOT: &str = "? help  F2 hint  F3 undo  F4 view  F5 save  F6 load  F7 new  F10 quit";
