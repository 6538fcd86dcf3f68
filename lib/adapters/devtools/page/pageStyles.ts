/** The styles of the page around the element. */
export const pageStyles = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 100rem; padding: 0.75rem 1rem }
header { align-items: baseline; display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin-bottom: 0.75rem }
h1 { font-size: 1rem; margin: 0 }
header p { flex: 1; margin: 0; min-width: 12rem }
button { background: none; border: 1px solid; border-radius: 6px; color: inherit; font: inherit; font-size: 0.875rem; min-height: 30px; padding: 3px 10px }
`
