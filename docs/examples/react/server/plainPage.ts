import { html } from 'hono/html'

const style = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; background: light-dark(#f6f7f9, #11151a) }
  main { max-width: 22rem; margin: 15vh auto 0; padding: 1.5rem }
  h1 { margin: 0; font-size: 1.75rem; line-height: 1.2 }
  form { display: grid; gap: .75rem; margin-top: 1.5rem }
  button { min-height: 3rem; border: 1px solid GrayText; border-radius: .625rem; background: Canvas; color: CanvasText; font: inherit; cursor: pointer }
  a { color: light-dark(#2f52c4, #9db4ff) }
  :focus-visible { outline: 3px solid light-dark(#2f52c4, #9db4ff); outline-offset: 2px }
`

/** A page of the server itself, without the app and without scripts. */
export const plainPage = (nonce: string | undefined, title: string, content: ReturnType<typeof html>) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Daybook</title>
        <link rel="icon" href="data:," />
        <style nonce="${nonce}">
          ${style}
        </style>
      </head>
      <body>
        <main>${content}</main>
      </body>
    </html>`
