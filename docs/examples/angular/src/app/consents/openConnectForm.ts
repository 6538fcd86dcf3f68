/**
 * Sends the browser to the form of a connect session. Nobody is at the address that the sandbox gives: the server of this app
 * plays the page. With the real service this is `location.assign(url)`.
 */
export const openConnectForm = (url: string): void => {
  const isInvented = new URL(url).hostname.endsWith('.invalid')
  location.assign(isInvented ? `/connect-form?${new URLSearchParams({ at: url }).toString()}` : url)
}
