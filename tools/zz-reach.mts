import { readProject } from './checks/read-project.ts';
const p: any = await (readProject as any)(process.cwd());
const files = p.sources ?? p.files ?? p;
const by = new Map(files.map((f:any)=>[f.path,f]));
const r=new Map([['server/payments/submit/submit-payment.command.ts','']]);
for (const [path] of r) for (const i of (by.get(path) as any)?.imports??[]) if(!i.typeOnly&&i.target.startsWith('server/payments/')&&!r.has(i.target)) r.set(i.target,path);
for (const [a,b] of r) console.log(a,'<-',b);
