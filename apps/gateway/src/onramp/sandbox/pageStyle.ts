/** The style of the sandbox's card form. */
export const style = `:root{color-scheme:light dark;--line:#8885;--soft:#8881;--mark:#b45309;--on:#fff;--accent:#2563eb}
*{box-sizing:border-box}body{font:16px/1.5 system-ui,sans-serif;margin:0;padding:1rem}
main{max-width:26rem;margin:0 auto}h1{font-size:1.5rem;margin:1rem 0}
.mark{background:var(--mark);color:var(--on);border-radius:10px;padding:.6rem .8rem;margin:0}
dl{border:1px solid var(--line);border-radius:10px;padding:.2rem .8rem;margin:0 0 1rem}
dl div{display:flex;gap:1rem;justify-content:space-between;padding:.4rem 0}dt{opacity:.7}dd{margin:0;text-align:right;overflow-wrap:anywhere}
code{font:.8rem/1.4 ui-monospace,monospace}
form{display:grid;gap:.8rem}form[hidden]{display:none}label{display:grid;gap:.25rem;font-size:.875rem}
input{font:1rem/1.4 system-ui,sans-serif;padding:.65rem .75rem;border:1px solid var(--line);border-radius:10px;width:100%;background:transparent;color:inherit}
input:focus-visible,button:focus-visible,a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:.8rem}
#hint{font-size:.875rem;margin:0}#hint button{font:inherit;font-variant-numeric:tabular-nums;border:0;padding:0;background:none;color:inherit;text-decoration:underline;cursor:pointer;white-space:nowrap}
#problem{color:#dc2626;margin:0;min-height:1.5rem}#progress{font-size:1.05rem}
.pay{font:600 1rem/1.4 system-ui,sans-serif;padding:.8rem;border:0;border-radius:10px;background:var(--accent);color:#fff;cursor:pointer}
.pay:disabled{opacity:.6;cursor:default}
@media (prefers-color-scheme:dark){#problem{color:#f87171}}`
