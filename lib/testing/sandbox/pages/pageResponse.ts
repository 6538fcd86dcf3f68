import type { SandboxResponse } from '../SandboxResponse.js'
import { Html, markup } from './markup.js'
import { pageStyles } from './pageStyles.js'

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

/** A page as an answer. It needs no script. */
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
