/** How public pages look: the tokens of the UI kit that they need, and what they are made of. */
export const STYLE = `
:root{color-scheme:light dark;
--canvas:light-dark(#f5f6f8,#121418);--surface:light-dark(#fff,#181b20);--sunken:light-dark(#eff1f4,#0e1013);
--hover:light-dark(rgb(29 41 71/5%),rgb(220 228 255/6%));
--text:light-dark(#1a1e26,#e7e9ee);--text-muted:light-dark(#565f6d,#a4abb8);
--border:light-dark(#e4e7ec,#2a2f37);--control:light-dark(#7f8896,#737c8b);
--accent:light-dark(#3653d0,#4a67e6);--accent-hover:light-dark(#2c46b8,#405cdc);
--accent-fill:var(--accent);--accent-fill-hover:var(--accent-hover);--on-accent:#fff;
--accent-text:light-dark(#304bc2,#a3b5ff);--danger-text:light-dark(#b3261e,#ff9c98);--focus:light-dark(#3653d0,#93a8ff)}
*{box-sizing:border-box}
body{min-block-size:100dvh;margin:0;background:var(--canvas);color:var(--text);overflow-wrap:anywhere;
font:.875rem/1.25rem "Pretendard","Apple SD Gothic Neo","Malgun Gothic","Noto Sans KR","Noto Sans CJK KR",system-ui,sans-serif}
:lang(ko){word-break:keep-all}
header{display:flex;align-items:center;gap:12px;padding:16px 24px;font-weight:600}
header img{display:block;max-inline-size:200px;max-block-size:32px}
main{inline-size:min(960px,100% - 32px);margin:16px auto 48px;padding:24px;border:1px solid var(--border);border-radius:10px;background:var(--surface)}
main.narrow{inline-size:min(400px,100% - 32px);margin-block-start:10dvh}
h1{margin:0;font-size:1.25rem;line-height:1.75rem}
p{margin:8px 0 0;color:var(--text-muted)}
.wrong{color:var(--danger-text)}
a{color:var(--accent-text)}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.head{display:flex;flex-wrap:wrap;align-items:start;justify-content:space-between;gap:16px}
nav ol{display:flex;flex-wrap:wrap;gap:4px 8px;margin:0 0 12px;padding:0;list-style:none}
nav li+li::before{content:"/";margin-inline-end:8px;color:var(--text-muted)}
table{inline-size:100%;margin-block-start:16px;border-collapse:collapse}
th,td{padding:8px;border-block-end:1px solid var(--border);text-align:start}
th:first-child{inline-size:60%}
th{color:var(--text-muted);font-weight:500}
tbody tr:hover{background:var(--hover)}
.end{text-align:end;white-space:nowrap}
.hidden{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
button,.button{display:inline-block;min-block-size:32px;padding:5px 12px;border:1px solid var(--control);border-radius:6px;
background:none;color:inherit;font:inherit;text-decoration:none;white-space:nowrap;cursor:pointer}
button:hover,.button:hover{background:var(--hover)}
button.primary{border-color:transparent;background:var(--accent-fill);color:var(--on-accent);font-weight:600}
button.primary:hover{background:var(--accent-fill-hover)}
label{display:block;margin-block:16px 4px;font-weight:600}
input{inline-size:100%;min-block-size:36px;padding:6px 10px;border:1px solid var(--control);border-radius:6px;background:var(--surface);color:inherit;font:inherit}
.narrow button{margin-block-start:16px}
.shown{display:grid;margin-block-start:24px;justify-items:center}
.shown img,.shown video{max-inline-size:100%;max-block-size:75dvh}
.shown audio{inline-size:100%}
pre{inline-size:100%;max-block-size:75dvh;margin:0;padding:16px;border-radius:6px;background:var(--sunken);overflow:auto;
font:.8125rem/1.25rem ui-monospace,"DejaVu Sans Mono",monospace;white-space:pre-wrap}
.pages{display:flex;justify-content:space-between;gap:8px;margin-block-start:16px}
@media (max-width:560px){.date{display:none}main{padding:16px}th,td{padding-inline:4px}}
`.replaceAll("\n", "");
