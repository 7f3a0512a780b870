/** Icons as wallets announce them: in `data:` addresses, which a page under `default-src 'self'` may not load. */

const svg = (text: string) => `data:image/svg+xml,${encodeURIComponent(text)}`

export const demoIcon = svg(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><defs><linearGradient id="a" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#7c7dff"/><stop offset="1" stop-color="#3d2fd6"/></linearGradient></defs><style>.b{fill:#fff}</style><rect width="64" height="64" fill="url(#a)"/><path class="b" d="M17 22a5 5 0 0 1 5-5h20a5 5 0 0 1 5 5v2H25a3 3 0 0 0 0 6h22v12a5 5 0 0 1-5 5H22a5 5 0 0 1-5-5Z" opacity=".95"/><circle cx="40" cy="37.5" r="3" style="fill:#4a3fe0"/></svg>',
)

export const harborIcon = svg(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#0f7f6e"/><path fill="none" stroke="#d9fff6" stroke-width="5" stroke-linecap="round" d="M32 20v28M18 38c2 8 8 11 14 11s12-3 14-11M25 28h14"/><circle cx="32" cy="17" r="4.5" fill="none" stroke="#d9fff6" stroke-width="4"/></svg>',
)

/** A PNG, since wallets announce those too. */
export const brassIcon =
  'data:image/png;base64,' +
  'iVBORw0KGgoAAAANSUhEUgAAAGAAAABgCAIAAABt+uBvAAAEFElEQVR42u3a61OUZRgG8OtPaCb1QzNpGSqwKwieWhdWjaNAEJSa' +
  'Nk0z6QgiImKmlVaonemgVhJmqBWKKIjoCtnJJMsyyzLLMjvZwfonupudYZrGbnPf97leP9wzv2/sc80117zPzO6y+LP/DqPAH31z' +
  'jQIXDs41ClyIzzEK/H5gjlHgt/23G4UNdKmBfu2dbRT4Zd8so8D5nllGgfN7ZxoFfu6eaRT4qes2o8CPe241ChvoUgP9sLvKKPB9' +
  'Z5VR4NyuSqPAuY5Ko8B3O28xCpzdUWEUONteYRT4tr3cKPDN6+VXgq0rI/9yhRTDmdduDlBzTVZV9Nrw8KsuSv4kLwi2Ic68WhaI' +
  '5uqsqeFh/zXNP8nL5MVB9cTX28vIBjYWKE+N8jTJQX5bfLWtlGlgQ/7/fHAu+ijJcXJhnN5aSnPEwzqDG0kIszNOt5XQxLytkyAh' +
  'zM74sq2EY8XsNO/rJEgUrTZOvTKDoLspx691EiSQ0xynthQTzC8e6e9AEshpji9eLibwd50ETnN8vrnItdalE1wMJLGE8jjZWuTa' +
  'vKKRLgaSWEJ5nHyp0DWHA7kvj89aClyLhYa5GEhiCeXxaUuBay7WSSCUx4lN+a7FQkPdPEFDCeVx4sV81+4uvN7FQBJLKI9PXshz' +
  'bVnVaBcDSSyhPI4/n+faprpsFwNJLKE8jm+8icDFQJzm+HjDdILGSp9vmQRymuOj9dMJ+tZF/R1IAjnNcWz9NI61d6b7tY5E0Wrj' +
  '2HPTaMonX+N9HQlhdsaHz06lia+J5KZ7etMoxyWE2RkfPBNjijclv9Hf6zRFyIVx9OkY3115Iy53HTkSSFUcbc7la6hIudyB5Egg' +
  'VfH+U7l8SdwyORJIVQw8mUO2vTHJTx5ykN82gIGWlN+Q3EByMICBjjwRJctJG5LcQHKQ3xbvPT6FaVtDlpf3QXKcXBiHH5vCVF/m' +
  '6Qt8OU4ujMOPRpiSvl+Dt4xcGO8+EqFpq8/0/llMQpid8c66G2kWl/rw5bSEMDvj7bWTaTzer8FbxuzMG2hLXYZf3wdJFG+gt9ZM' +
  '4qgr8e2fPxJFq403myZx+HK/Bm8ZrTYOPTyRYHNt2N/vpCWQ0xyHHppIsGjGdf4OJIGc5njjwQkE0dQh/g4kgZzm6F893rXWmpCT' +
  'X5jVhAjl0b9qvGu1xSNcDCSxhPLoW5XtWjT1ahcDSSyhPA4+kO1Uy4J0dz+gknDX/RG/P8uphYXD3Q0k4a77I37fOKPAgZXjjAL7' +
  'V2QaBXrvzTQK9C7PMArsW55hFOi5Z6xRoGdZ2CiwtzFsFOheGjIKdDWEjAJdS9KNAnvq04wCu+vTjAKdi1ONAp11qUaBXYvGGAU6' +
  'ascYBToWjjYK7KwZZRTYUT3KKNBenWIUaF+QYhR/Aa1kdNBGpy00AAAAAElFTkSuQmCC'

/** What a malicious wallet might announce: every way of an SVG to run, load or cover something. */
export const hostileIcon = svg(
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 64 64" ' +
    'onload="document.title=`hacked`" style="position:fixed;inset:0"><script>document.title=`hacked`</script>' +
    '<style>@import url(https://evil.example/a.css);rect{fill:url(https://evil.example/b)}</style>' +
    '<foreignObject width="64" height="64"><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example/c"/>' +
    '</foreignObject><image href="https://evil.example/d.png" width="64" height="64"/>' +
    '<use xlink:href="https://evil.example/e.svg#x"/><g id="bomb"><use href="#bomb"/><use href="#bomb"/></g>' +
    '<a href="javascript:alert(1)"><rect width="64" height="64" fill="#f00"/></a>' +
    '<rect id="kept" width="64" height="64" fill="#d9480f"/><animate attributeName="href"/>' +
    // Presentation attributes are CSS, and CSS has more ways to write an address than `url(`.
    '<rect mask="image-set(\'https://evil.example/f.png\' 1x)" width="64" height="64" fill="#d9480f"/>' +
    '<rect mask="u\\72l(https://evil.example/g.png)" width="64" height="64" fill="#d9480f"/>' +
    '<rect fill="u\\72l(https://evil.example/h.svg#a)" width="9" height="9"/>' +
    '<rect clip-path="u\\72l(https://evil.example/i.svg#a)" width="64" height="64" fill="#d9480f"/>' +
    '<rect style="mask:image-set(\'https://evil.example/j.png\' 1x)" width="64" height="64" fill="#d9480f"/></svg>',
)

/** Small to send, endless to style: each rule is asked of each element. */
export const freezingIcon = svg(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><style>${'g>g *{}'.repeat(2000)}</style>` +
    `${'<g/>'.repeat(1000)}<rect width="64" height="64" fill="#d9480f"/></svg>`,
)

/** Ten thousand million squares, in masks of masks and copies of copies. */
export const multiplyingIcon = svg(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect id="a0" width="64" height="64"/>${Array.from(
    { length: 10 },
    (_, id) =>
      `<g id="a${id + 1}">${`<use href="#a${id}"/>`.repeat(5)}</g><mask id="m${id}">${`<rect mask="url(#m${id + 1})" width="9" height="9"/>`.repeat(5)}</mask>`,
  ).join('')}<rect width="64" height="64" mask="url(#m0)"/></svg>`,
)
