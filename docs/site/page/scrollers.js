/** What is wider than its place can be scrolled by keys, and fades where it goes on. */
export const watchScrollers = () => {
  const mark = (scroller) => {
    const { scrollLeft, scrollWidth, clientWidth } = scroller
    const hidden = scrollWidth - clientWidth
    // Widths are rounded, and a place scrolled to its end may lack a part of a pixel.
    const more = hidden <= 0 ? [] : [...(scrollLeft > 1 ? ['start'] : []), ...(scrollLeft < hidden - 1 ? ['end'] : [])]
    scroller.dataset.more = more.join(' ')
    if (hidden > 0) scroller.tabIndex = 0
    else scroller.removeAttribute('tabindex')
  }
  const watched = new ResizeObserver((entries) => entries.forEach(({ target }) => mark(target)))
  for (const scroller of document.querySelectorAll('main :is(.wide, pre > code, .tsd-signature)')) {
    watched.observe(scroller)
    scroller.addEventListener('scroll', () => mark(scroller), { passive: true })
  }
}
