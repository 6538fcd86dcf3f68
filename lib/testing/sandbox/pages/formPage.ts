import type { FormSession } from '../bankForms.js'
import type { FormProgress } from './formProgress.js'
import { magicLogins } from './magicLogins.js'
import { type Html, markup } from './markup.js'
import type { PageContent } from './pageResponse.js'

/** A bank in a list. */
export interface ShownBank {
  readonly id: number
  readonly name: string
  readonly country: string
}

/** An account that a session offers. */
export interface OfferedAccount {
  readonly name: string
  readonly type: string
  readonly isShared: boolean
}

/** What a page of a form shows in addition to the progress. */
export interface FormDetails {
  readonly bankName: string
  /** The text that banks are searched by, and the banks that contain it; only the first are shown. */
  readonly search: string
  readonly banks: ReadonlyArray<ShownBank>
  readonly bankCount: number
  readonly accounts: ReadonlyArray<OfferedAccount>
  /** Whether the app could already read accounts of the item. */
  readonly isRead: boolean
}

/** The text of an account's type, such as `life insurance`. */
const typeText = (type: string): string => type.replaceAll('_', ' ')

const leaveButton = markup`<button name="action" value="leave" formnovalidate>Leave</button>`

const form = (at: string, content: Html, submit?: string): Html => markup`<form method="post">
<input type="hidden" name="at" value="${at}">
${content}
<div class="actions">
${submit === undefined ? undefined : markup`<button class="main" name="action" value="next">${submit}</button>`}
${leaveButton}
</div>
</form>`

const banksPage = ({ search, banks, bankCount }: FormDetails): PageContent => ({
  title: 'Choose your bank',
  body: markup`<form method="get" role="search">
<label for="q">Search banks by name</label>
<input type="search" id="q" name="q" value="${search}" maxlength="100">
<div class="actions"><button>Search</button></div>
</form>
<h2>Banks</h2>
<p>${bankCount === 0 ? 'No bank has this name.' : `${String(banks.length)} of ${String(bankCount)} shown`}</p>
${form(
  'banks',
  markup`<ul class="list">${banks.map(
    ({ id, name, country }) => markup`<li><button name="bank" value="${id}">${name} (${country})</button></li>
`,
  )}</ul>`,
)}`,
})

const field = (
  name: string,
  label: string,
  type: string,
  hasError: boolean,
): Html => markup`<label for="${name}">${label}</label>
<input type="${type}" id="${name}" name="${name}" autocomplete="off" maxlength="200"${
  hasError ? markup` aria-invalid="true" aria-describedby="error"` : undefined
}>`

const loginHelp = markup`<details>
<summary>Logins for tests</summary>
<dl>${magicLogins.map(([login, meaning]) => markup`<dt>${login}</dt><dd>${meaning}</dd>`)}</dl>
</details>`

const accountsPage = (
  chosen: ReadonlyArray<number> | undefined,
  { accounts, bankName, isRead }: FormDetails,
  { maxShared }: FormSession,
): PageContent => ({
  title: 'Choose the accounts to share',
  body: form(
    'accounts',
    markup`<fieldset>
<legend>Accounts at ${bankName}${
      maxShared === undefined || maxShared === Infinity ? undefined : markup` (at most ${maxShared})`
    }</legend>
${accounts.map(
  ({ name, type, isShared }, position) => markup`<label><input type="checkbox" name="account" value="${position}"${
    (chosen?.includes(position) ?? isShared) ? markup` checked` : undefined
  }><span>${name} (${typeText(type)})</span></label>
`,
)}</fieldset>
<p>The app ${isRead ? 'can no longer' : 'cannot'} read the accounts that you do not choose.</p>`,
    'Share these accounts',
  ),
})

const endPage = (isSuccess: boolean, returnUrl: string | undefined, isManaged: boolean): PageContent => ({
  title: isSuccess ? 'Your accounts are shared' : 'You have left',
  body: markup`<p>${isSuccess ? 'Your bank is being read.' : 'This session has ended.'}</p>
${
  returnUrl === undefined
    ? markup`<p>You can close this page.</p>`
    : markup`<div class="actions"><a class="button main" href="${returnUrl}">${
        isManaged ? 'Back to your banks' : 'Back to the app'
      }</a></div>`
}`,
})

/** The page of a form for a user's progress. */
export const formPage = (progress: FormProgress, session: FormSession, details: FormDetails): PageContent => {
  const { state, error } = progress
  const hasError = error !== undefined
  const { bankName } = details
  switch (state.at) {
    case 'banks':
      return banksPage(details)
    case 'login':
      return {
        title: `Log in to ${bankName}`,
        body: markup`${form(
          'login',
          markup`${field('login', 'Login', 'text', hasError)}${field('password', 'Password (any)', 'password', false)}`,
          'Log in',
        )}${loginHelp}`,
      }
    case 'code':
      return {
        title: `${bankName} asks for a code`,
        body: form('code', field('code', 'Code from the text message (any)', 'text', hasError), 'Confirm'),
      }
    case 'app':
      return {
        title: `Confirm in the app of ${bankName}`,
        body: form('app', markup`<p>This page stands in for the app: confirm here.</p>`, 'I have confirmed'),
      }
    case 'refused':
      return {
        title: `${bankName} could not be read`,
        body: form('refused', markup`<p role="alert">${state.reason}</p>`, 'Log in again'),
      }
    case 'accounts':
      return accountsPage(state.chosen, details, session)
    case 'end':
      return endPage(state.isSuccess, state.returnUrl, session.returnsTo !== undefined)
  }
}
