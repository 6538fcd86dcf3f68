/** Opens a page of the app as a person does. */
export const open = (tab, name) => tab.getByRole('link', { name: new RegExp(`^${name}`) }).click()

/** Logs in as somebody, and waits for the first page. */
export const logIn = async (tab, url, name) => {
  await tab.goto('about:blank') // a page that is still open would be refused, and say so
  await tab.context().clearCookies()
  await tab.goto(url)
  await tab.getByRole('button', { name: `Log in as ${name}` }).click()
  await tab.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor()
}

export const button = (tab, name) => tab.getByRole('button', { name })

/** The card of a bank. */
export const bank = (tab, name) => tab.getByRole('region', { name })

/** The row of an account. */
export const account = (tab, name) =>
  tab.locator('.rows > li').filter({ has: tab.getByRole('link', { name, exact: true }) })

/** The rows of transactions. */
export const transactions = (tab) => tab.locator('.day li')

/** Cents of an amount of the service: independently of the library, by its shortest decimal. */
export const centsOf = (amount) => {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(amount))
  return BigInt(sign + whole + fraction.padEnd(2, '0'))
}
