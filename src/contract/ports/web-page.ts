/** Defines how a server hands the requests of browsers to the page. */

/** The request of a browser. */
export interface WebRequest {
  method: string
  /** The path, still encoded. */
  path: string
  query: URLSearchParams
  /** The headers by their names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  /** Reads the body; undefined when it has more bytes than a form may have. */
  readBody(): Promise<Uint8Array | undefined>
}

/** Answers the requests of browsers. */
export interface WebPage {
  answer(request: WebRequest): Promise<Response>
}
