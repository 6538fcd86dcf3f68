// Runs in each page of the site, beside typedoc's own script: what that leaves to the mouse works by keys as well.

/** What is wider than its place can be scrolled by keys. */
const scrollers = document.querySelectorAll('main :is(.wide, pre > code, .tsd-signature)')
const watched = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0
    else target.removeAttribute('tabindex')
  }
})
for (const scroller of scrollers) watched.observe(scroller)

/** The menu of narrow windows: typedoc opens it at mouseup, and closes it at mousedown. */
const trigger = document.getElementById('tsd-toolbar-menu-trigger')
const isOpen = () => document.documentElement.classList.contains('has-menu')
const press = (target, type) => target.dispatchEvent(new MouseEvent(type, { bubbles: true }))

const close = () => {
  press(document.body, 'mousedown')
  press(document.body, 'mouseup')
  trigger.focus()
}

trigger.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' && event.key !== ' ') return
  event.preventDefault()
  if (isOpen()) return close()
  press(trigger, 'mouseup')
  document.querySelector('.site-menu a').focus()
})
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && isOpen()) close()
})
new MutationObserver(() => trigger.setAttribute('aria-expanded', String(isOpen()))).observe(document.documentElement, {
  attributeFilter: ['class'],
})
