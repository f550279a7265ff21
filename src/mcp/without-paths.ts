/** Takes the folders out of paths: they say more about this computer than an assistant needs. */

/** Returns a text in which absolute paths are only the names of their files. */
export const withoutPaths = (text: string): string =>
  text.replace(/(^|[\s"'(=])(?:\/|[A-Za-z]:\\)\S*[/\\](\S)/g, '$1$2')
