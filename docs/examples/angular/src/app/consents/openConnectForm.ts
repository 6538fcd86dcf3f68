/**
 * Sends the browser to the form of a connect session. For a session of the sandbox, the server of this app plays the page.
 * With the real service this is `location.assign(url)`.
 */
export const openConnectForm = (url: string): void => {
  const { hostname } = new URL(url)
  const isSandbox = hostname.endsWith('.invalid') || hostname === '127.0.0.1'
  location.assign(isSandbox ? `/connect-form?${new URLSearchParams({ at: url }).toString()}` : url)
}
