// Owns which messages of a conversation are drawn: a stretch of bounded length around what is read.

/** The messages from the first place up to the second, or up to the end as it grows. */
export type Stretch = { readonly from: number; readonly to: number };

/** So many more are drawn each time the first or the last one that is drawn comes near sight. */
export const PIECE = 16;
/** So many before and after a place that was searched for are drawn with it. */
const AROUND = 20;
/**
 * So many are drawn at most; what is far from sight is given back. Even the lowest messages make so many far higher than what counts
 * as near sight on both sides of a window: what is given back at one end is not wanted there again at once.
 */
export const MOST = 160;

/** The last ones. */
export const atEnd = (count: number, first: number): Stretch => ({ from: count - first, to: Infinity });

/** A place, and what stands around it. */
export const around = (at: number, count: number): Stretch => ({ from: at - AROUND, to: at + AROUND < count ? at + AROUND : Infinity });

/** More before `from`. With `release`, what is far below is given back. */
export function earlier({ from, to }: Stretch, count: number, release: boolean): Stretch {
  const start = Math.max(0, from - PIECE);
  const end = release ? Math.min(to, start + MOST) : to;
  return { from: start, to: end < count ? end : Infinity };
}

/** More after `to`. With `release`, what is far above is given back. */
export function later({ from, to }: Stretch, count: number, release: boolean): Stretch {
  const end = Math.min(to + PIECE, count);
  return { from: release ? Math.max(from, end - MOST) : from, to: end < count ? end : Infinity };
}

/** After the conversation grew: its beginning is given back while its end is followed, else its end, so that what is read stays. */
export function grown(drawn: Stretch, count: number, following: boolean): Stretch {
  if (drawn.to < count || count - drawn.from <= MOST) return drawn;
  return following ? { from: count - MOST + PIECE, to: Infinity } : { from: drawn.from, to: drawn.from + MOST };
}
