/** Colours for light and dark backgrounds; the drawing brings its own, for a page may show it on either. */
const palette = (
  [back, line, ink, faint]: readonly [string, string, string, string],
  hues: ReadonlyArray<readonly [name: string, fill: string, stroke: string]>,
): string =>
  [
    `.back{fill:${back}}text{fill:${ink};stroke:${back}}.faint{fill:${faint}}`,
    `.line{stroke:${line}}.ink{stroke:${ink}}.grid{stroke:${faint}}`,
    ...hues.map(([name, fill, stroke]) => `.${name}{fill:${fill};stroke:${stroke}}`),
  ].join('')

const light = palette(
  ['#ffffff', '#57606a', '#1f2328', '#59636e'],
  [
    ['t0', '#cfe3ff', '#2563c9'],
    ['t1', '#c9f0d3', '#1f8a43'],
    ['t2', '#ffe2ad', '#b06a00'],
    ['t3', '#e6d9ff', '#7c4ddb'],
    ['failed', '#ffd2cf', '#cf222e'],
    ['aborted', '#e7eaed', '#6e7781'],
  ],
)

const dark = palette(
  ['#0d1117', '#9aa4af', '#e6edf3', '#9198a1'],
  [
    ['t0', '#173a6b', '#6cb0ff'],
    ['t1', '#134a27', '#56d07c'],
    ['t2', '#553a06', '#e6b04c'],
    ['t3', '#3d2a6b', '#b79bff'],
    ['failed', '#6b1a1d', '#ff7b72'],
    ['aborted', '#2a3038', '#8b949e'],
  ],
)

const shapes = [
  // The outline of a text, in the colour of the background, keeps lines away from it.
  'text{font:12px ui-sans-serif,system-ui,-apple-system,"Segoe UI",sans-serif;text-anchor:middle}',
  'text{paint-order:stroke;stroke-width:5;stroke-linejoin:round}text.in{font-weight:600;stroke:none}',
  'text.name{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}',
  'text.name,text.start{text-anchor:start}text.small,text.faint{font-size:11px}',
  'path{fill:none}path,line,circle,rect{stroke-width:1.5}line.ink,path.ink{stroke-width:2;stroke-linecap:round}',
  'line.grid{stroke-width:1;stroke-dasharray:1 4;opacity:.6}',
].join('')

/** The style sheet of a drawing. */
export const style = `${shapes}${light}.back{stroke:none}@media (prefers-color-scheme:dark){${dark}}`
