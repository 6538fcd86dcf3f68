import { Hono } from 'hono'
import { html } from 'hono/html'
import type { SecureHeadersVariables } from 'hono/secure-headers'
import type { RefreshOutcome, Sandbox } from 'rxbank/sandbox'
import { pace } from './bank.js'

const outcomes: Readonly<Record<string, readonly [outcome: RefreshOutcome, label: string]>> = {
  right: ['finished', 'Log in'],
  wrong: ['invalid_creds', 'Mistype the password'],
  code: ['info_required', 'Be asked for a code'],
  down: ['finished_error', 'Find the bank down'],
}

const style = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  main { max-width: 24rem; margin: 15vh auto 0; padding: 1.5rem }
  h1 { font-size: 1.5rem; font-weight: 500 }
  form { display: grid; gap: .75rem; margin-top: 1.5rem }
  button { padding: .7rem; border: 1px solid GrayText; border-radius: .5rem; background: none; font: inherit; cursor: pointer }
`

const page = (nonce: string | undefined, content: unknown) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>A bank’s form</title>
        <style nonce="${nonce}">
          ${style}
        </style>
      </head>
      <body>
        <main>${content}</main>
      </body>
    </html>`

/** Plays the page of the bank form, which the service hosts: shorter than the pages of the sandbox, with a button for each outcome. */
export const bankForm = (sandbox: Sandbox) =>
  new Hono<{ Variables: SecureHeadersVariables }>()
    .get('/', (c) => {
      const buttons = Object.entries(outcomes).map(
        ([name, [, label]]) => html`<button name="outcome" value="${name}">${label}</button>`,
      )
      const content = html`<h1>A bank’s form</h1>
        <p>The service shows this page, not the app: what is typed here never reaches the app. Choose how it goes.</p>
        <form method="post">
          <input type="hidden" name="at" value="${c.req.query('at') ?? ''}" />
          ${buttons}
        </form>`
      return c.html(page(c.get('secureHeadersNonce'), content))
    })
    .post('/', async (c) => {
      const { at, outcome } = await c.req.parseBody()
      const [chosen] = outcomes[String(outcome)] ?? ['finished']
      try {
        return c.redirect(sandbox.submitBankForm(String(at), { ...pace, outcome: chosen }), 303)
      } catch {
        const content = html`<h1>This form is closed</h1>
          <p>It is filled in once. <a href="/">Back to the app</a></p>`
        return c.html(page(c.get('secureHeadersNonce'), content), 410)
      }
    })
