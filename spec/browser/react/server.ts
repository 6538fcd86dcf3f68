// The server's half.
import { createElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { App } from './app.js'

export const render = (sink: NodeJS.WritableStream) =>
  renderToPipeableStream(createElement(App, { client: { name: 'first' } })).pipe(sink)
