/** The booklet's start as the option writes one of one's own (Axiom 3.2). */
export const MAIN = 'turn:0,1/-1,0,2:x+*z+/0,0,2:z-/1,0,2:x+*z+/-1,0,1:x-z+/0,0,1:x-y-/1,0,1:x-z+';
