/** Says why the text behind a response is not shown. */
export const textFailure = (why: string): Error =>
  new Error(`The text of this response could not be read: ${why}`);
