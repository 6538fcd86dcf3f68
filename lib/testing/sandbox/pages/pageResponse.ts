import type { SandboxResponse } from '../SandboxResponse.js'
import { Html, markup } from './markup.js'

/** The styles of the sandbox's pages: readable from 320 px on, in both colour schemes. */
const pageStyles = `
:root { color-scheme: light dark; --line: light-dark(#8a8f98, #7d838c); --note: light-dark(#f2f4f7, #20242a);
  --accent: light-dark(#0b57d0, #a8c7fa); --on-accent: light-dark(#fff, #062e6f); --alert: light-dark(#b3261e, #f2b8b5) }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 40rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif;
  background: light-dark(#fff, #121417); color: light-dark(#1b1d21, #e6e8eb); overflow-wrap: anywhere }
header, footer { font-size: .875rem; color: light-dark(#4a4f57, #b4bac3) }
h1 { font-size: 1.5rem; line-height: 1.25 }
h2 { font-size: 1.125rem; margin-top: 2rem }
label { display: block; margin-top: 1rem; font-weight: 600 }
input[type=text], input[type=password], input[type=search] { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit;
  border: 1px solid var(--line); border-radius: .375rem; background: Field; color: FieldText }
fieldset { margin: 1rem 0 0; padding: 0; border: 0 }
fieldset label { display: flex; gap: .75rem; align-items: center; min-height: 2.75rem; margin: 0; font-weight: 400 }
input[type=checkbox] { width: 1.25rem; height: 1.25rem; flex: none }
button, .button { display: inline-flex; align-items: center; min-height: 2.75rem; padding: .5rem 1rem; font: inherit; text-decoration: none;
  text-align: start; border: 1px solid var(--line); border-radius: .375rem; background: transparent; color: inherit; cursor: pointer }
.main { border-color: var(--accent); background: var(--accent); color: var(--on-accent) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem }
.list { list-style: none; margin: 1rem 0; padding: 0 }
.list > li { margin-top: .5rem }
.list button { width: 100% }
.card { padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .375rem }
.card h3, .card p { margin: 0 }
.card h3 { font-size: 1rem }
.card button { width: auto }
.card .actions { margin-top: .75rem }
.alert { border-inline-start: .375rem solid var(--alert) }
[role=alert] { padding: .75rem 1rem; border: 1px solid var(--alert); border-radius: .375rem; color: var(--alert) }
details { margin-top: 1.5rem; padding: .5rem 1rem; border-radius: .375rem; background: var(--note) }
summary { min-height: 2.75rem; line-height: 2.75rem; cursor: pointer }
dt { font-family: ui-monospace, monospace } dd { margin: 0 0 .5rem }
`

/** The content of a page. */
export interface PageContent {
  readonly title: string
  /** What went wrong with the last form that was sent. */
  readonly error?: string | undefined
  readonly body: Html
  /** The origin of the page that may show this one in an iframe. */
  readonly parentUrl?: string | undefined
}

const headersOf = (parentUrl: string | undefined): SandboxResponse['headers'] => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors ${parentUrl ?? "'none'"}`,
})

/** A page as a response. It needs no script. */
export const pageResponse = ({ title, error, body, parentUrl }: PageContent, status = 200): SandboxResponse => ({
  status,
  headers: headersOf(parentUrl),
  body: markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${error === undefined ? '' : 'Error: '}${title} – rxbank sandbox</title>
<style>${new Html(pageStyles)}</style>
</head>
<body>
<header>rxbank sandbox: nothing here is real</header>
<main>
<h1>${title}</h1>
${error === undefined ? undefined : markup`<p role="alert" id="error">${error}</p>`}
${body}
</main>
</body>
</html>
`.text,
})

/** A redirect to another page, which the browser requests with GET. `location` is relative to the URL of the request. */
export const redirectTo = (location: string): SandboxResponse => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store' },
  body: '',
})
