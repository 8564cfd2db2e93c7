const TAG = /<(\/?)think(?:ing)?\s{0,8}>/giu;

/**
 * Where a reply starts once its visible reasoning is dropped: behind the last closing tag, whether
 * or not it was ever opened. A tag opened behind that and never closed means that the reply was
 * cut off while it still reasoned.
 */
export interface ReplyStart {
  start: number;
  openEnded: boolean;
}

/** Finds the reply behind `<think>` and `<thinking>` blocks of a normalised text. */
export function replyStart(text: string): ReplyStart {
  let start = 0;
  let openEnded = false;
  for (const tag of text.matchAll(TAG)) {
    openEnded = tag[1] === "";
    if (!openEnded) start = tag.index + tag[0].length;
  }
  return { start, openEnded };
}
