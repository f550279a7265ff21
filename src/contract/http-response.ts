/** What came back over HTTP, before anybody made anything of it. */

export interface HttpResponse {
  status: number
  headers: Record<string, string | undefined>
  bytes: Uint8Array
}
