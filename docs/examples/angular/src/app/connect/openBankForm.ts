/**
 * Sends the browser to the bank form. For a form of the sandbox, the server of this app plays the bank's page, with a button
 * for each outcome. With the real service this is `location.assign(url)`.
 */
export const openBankForm = (url: string): void => {
  const { hostname } = new URL(url)
  const isSandbox = hostname.endsWith('.invalid') || hostname === '127.0.0.1'
  location.assign(isSandbox ? `/bank-form?${new URLSearchParams({ at: url }).toString()}` : url)
}
