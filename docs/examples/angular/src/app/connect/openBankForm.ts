/**
 * Sends the browser to the bank form. The sandbox gives its address as the service does, but nobody is there to answer:
 * the server of this app plays the bank's page. With the real service this is `location.assign(url)`.
 */
export const openBankForm = (url: string): void => {
  const isInvented = new URL(url).hostname.endsWith('.invalid')
  location.assign(isInvented ? `/bank-form?${new URLSearchParams({ at: url }).toString()}` : url)
}
