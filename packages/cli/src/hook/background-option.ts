/** The hidden word behind `hook <runtime>`: what follows it is the task of the process after a hook. */
export const BACKGROUND_OPTION = "--background";
