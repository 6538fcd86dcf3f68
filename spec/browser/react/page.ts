// The browser's half: it hydrates what the server has sent, and hands its parts to the test.
import { createElement, version } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { App, type AppProps, clock, counts, mend, refuse, slow, ticks } from './app.js'

const root = hydrateRoot(
  document.getElementById('root') as Element,
  createElement(App, { client: { name: 'first' } }),
  { onRecoverableError: (error) => console.error('recovered', error) },
)

Object.assign(globalThis, {
  page: {
    version,
    counts,
    mend,
    refuse,
    slow,
    advance: clock.advance,
    pending: clock.pending,
    next: (value: number) => ticks.next(value),
    render: (props: AppProps) => root.render(createElement(App, props)),
  },
})
