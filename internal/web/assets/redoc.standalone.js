/*! For license information please see redoc.standalone.js.LICENSE.txt */
!function(e,t){"object"==typeof exports&&"object"==typeof module?module.exports=t(require("null")):"function"==typeof define&&define.amd?define(["null"],t):"object"==typeof exports?exports.Redoc=t(require("null")):e.Redoc=t(e.null)}(this,function(e){return function(){var t={4206:function(e,t,n){"use strict";Object.defineProperty(t,"__esModule",{value:!0}),t.CodeGen=t.Name=t.nil=t.stringify=t.str=t._=t.KeywordCxt=void 0;const r=n(2785),i=n(7582),o=n(1498),s=n(2791),a="https://json-schema.org/draft/2020-12/schema";class l extends r.default{constructor(e={}){super({...e,dynamicRef:!0,next:!0,unevaluated:!0})}_addVocabularies(){super._addVocabularies(),i.default.forEach(e=>this.addVocabulary(e)),this.opts.discriminator&&this.addKeyword(o.default)}_addDefaultMetaSchema(){super._addDefaultMetaSchema();const{$data:e,meta:t}=this.opts;t&&(s.default.call(this,e),this.refs["http://json-schema.org/schema"]=a)}defaultMeta(){return this.opts.defaultMeta=super.defaultMeta()||(this.getSchema(a)?a:void 0)}}e.exports=t=l,Object.defineProperty(t,"__esModule",{value:!0}),t.default=l;var c=n(8597);Object.defineProperty(t,"KeywordCxt",{enumerable:!0,get:function(){return c.KeywordCxt}});var u=n(9288);Object.defineProperty(t,"_",{enumerable:!0,get:function(){return u._}}),Object.defineProperty(t,"str",{enumerable:!0,get:function(){return u.str}}),Object.defineProperty(t,"stringify",{enumerable:!0,get:function(){return u.stringify}}),Object.defineProperty(t,"nil",{enumerable:!0,get:function(){return u.nil}}),Object.defineProperty(t,"Name",{enumerable:!0,get:function(){return u.Name}}),Object.defineProperty(t,"CodeGen",{enumerable:!0,get:function(){return u.CodeGen}})},5659:function(e,t){"use strict";Object.defineProperty(t,"__esModule",{value:!0}),t.nil=t._Code=t.Name=t.IDENTIFIER=t._CodeOrName=void 0,t._=o,t.str=a,t.addCodeArg=l,t.strConcat=function(e,t){return t.emptyStr()?e:e.emptyStr()?t:a`${e}${t}`},t.stringify=function(e){return new i(u(e))},t.safeStringify=u,t.getProperty=function(e){return"string"==typeof e&&t.IDENTIFIER.test(e)?new i(`.${e}`):o`[${e}]`},t.getEsmExportName=function(e){if("string"==typeof e&&t.IDENTIFIER.test(e))return new i(`${e}`);throw new Error(`CodeGen: invalid export name: ${e}, use explicit $id name mapping`)},t.regexpCode=function(e){return new i(e.toString())};class n{}t._CodeOrName=n,t.IDENTIFIER=/^[a-z$_][a-z$_0-9]*$/i;class r extends n{constructor(e){if(super(),!t.IDENTIFIER.test(e))throw new Error("CodeGen: name must be a valid identifier");this.str=e}toString(){return this.str}emptyStr(){return!1}get names(){return{[this.str]:1}}}t.Name=r;class i extends n{constructor(e){super(),this._items="string"==typeof e?[e]:e}toString(){return this.str}emptyStr(){if(this._items.length>1)return!1;const e=this._items[0];return""===e||'""'===e}get str(){var e;return null!==(e=this._str)&&void 0!==e?e:this._str=this._items.reduce((e,t)=>`${e}${t}`,"")}get names(){var e;return null!==(e=this._names)&&void 0!==e?e:this._names=this._items.reduce((e,t)=>(t instanceof r&&(e[t.str]=(e[t.str]||0)+1),e),{})}}function o(e,...t){const n=[e[0]];let r=0;for(;r<t.length;)l(n,t[r]),n.push(e[++r]);return new i(n)}t._Code=i,t.nil=new i("");const s=new i("+");function a(e,...t){const n=[u(e[0])];let r=0;for(;r<t.length;)n.push(s),l(n,t[r]),n.push(s,u(e[++r]));return function(e){let t=1;for(;t<e.length-1;){if(e[t]===s){const n=c(e[t-1],e[t+1]);if(void 0!==n){e.splice(t-1,3,n);continue}e[t++]="+"}t++}}(n),new i(n)}function l(e,t){var n;t instanceof i?e.push(...t._items):t instanceof r?e.push(t):e.push("number"==typeof(n=t)||"boolean"==typeof n||null===n?n:u(Array.isArray(n)?n.join(","):n))}function c(e,t){if('""'===t)return e;if('""'===e)return t;if("string"==typeof e){if(t instanceof r||'"'!==e[e.length-1])return;return"string"!=typeof t?`${e.slice(0,-1)}${t}"`:'"'===t[0]?e.slice(0,-1)+t.slice(1):void 0}return"string"!=typeof t||'"'!==t[0]||e instanceof r?void 0:`"${e}${t.slice(1)}`}function u(e){return JSON.stringify(e).replace(/\u2028/g,"\\u2028").replace(/\u2029/g,"\\u2029")}},9288:function(e,t,n){"use strict";Object.defineProperty(t,"__esModule",{value:!0}),t.CodeGen=t.operators=t.varKinds=t.ValueScopeName=t.ValueScope=t.Scope=t.Name=t.regexpCode=t.stringify=t.getProperty=t.nil=t.strConcat=t.str=t._=void 0,t.not=N,t.and=function(...e){return e.reduce(I)},t.or=function(...e){return e.reduce(R)};const r=n(5659),i=n(352);var o=n(5659);Object.defineProperty(t,"_",{enumerable:!0,get:function(){return o._}}),Object.defineProperty(t,"str",{enumerable:!0,get:function(){return o.str}}),Object.defineProperty(t,"strConcat",{enumerable:!0,get:function(){return o.strConcat}}),Object.defineProperty(t,"nil",{enumerable:!0,get:function(){return o.nil}}),Object.defineProperty(t,"getProperty",{enumerable:!0,get:function(){return o.getProperty}}),Object.defineProperty(t,"stringify",{enumerable:!0,get:function(){return o.stringify}}),Object.defineProperty(t,"regexpCode",{enumerable:!0,get:function(){return o.regexpCode}}),Object.defineProperty(t,"Name",{enumerable:!0,get:function(){return o.Name}});var s=n(352);Object.defineProperty(t,"Scope",{enumerable:!0,get:function(){return s.Scope}}),Object.defineProperty(t,"ValueScope",{enumerable:!0,get:function(){return s.ValueScope}}),Object.defineProperty(t,"ValueScopeName",{enumerable:!0,get:function(){return s.ValueScopeName}}),Object.defineProperty(t,"varKinds",{enumerable:!0,get:function(){return s.varKinds}}),t.operators={GT:new r._Code(">"),GTE:new r._Code(">="),LT:new r._Code("<"),LTE:new r._Code("<="),EQ:new r._Code("==="),NEQ:new r._Code("!=="),NOT:new r._Code("!"),OR:new r._Code("||"),AND:new r._Code("&&"),ADD:new r._Code("+")};class a{optimizeNodes(){return this}optimizeNames(e,t){return this}}class l extends a{constructor(e,t,n){super(),this.varKind=e,this.name=t,this.rhs=n}render({es5:e,_n:t}){const n=e?i.varKinds.var:this.varKind,r=void 0===this.rhs?"":` = ${this.rhs}`;return`${n} ${this.name}${r};`+t}optimizeNames(e,t){if(e[this.name.str])return this.rhs&&(this.rhs=j(this.rhs,e,t)),this}get names(){return this.rhs instanceof r._CodeOrName?this.rhs.names:{}}}class c extends a{constructor(e,t,n){super(),this.lhs=e,this.rhs=t,this.sideEffects=n}render({_n:e}){return`${this.lhs} = ${this.rhs};`+e}optimizeNames(e,t){if(!(this.lhs instanceof r.Name)||e[this.lhs.str]||this.sideEffects)return this.rhs=j(this.rhs,e,t),this}get names(){return C(this.lhs instanceof r.Name?{}:{...this.lhs.names},this.rhs)}}class u extends c{constructor(e,t,n,r){super(e,n,r),this.op=t}render({_n:e}){return`${this.lhs} ${this.op}= ${this.rhs};`+e}}class p extends a{constructor(e){super(),this.label=e,this.names={}}render({_n:e}){return`${this.label}:`+e}}class d extends a{constructor(e){super(),this.label=e,this.names={}}render({_n:e}){return`break${this.label?` ${this.label}`:""};`+e}}class f extends a{constructor(e){super(),this.error=e}render({_n:e}){return`throw ${this.error};`+e}get names(){return this.error.names}}class h extends a{constructor(e){super(),this.code=e}render({_n:e}){return`${this.code};`+e}optimizeNodes(){return`${this.code}`?this:void 0}optimizeNames(e,t){return this.code=j(this.code,e,t),this}get names(){return this.code instanceof r._CodeOrName?this.code.names:{}}}class m extends a{constructor(e=[]){super(),this.nodes=e}render(e){return this.nodes.reduce((t,n)=>t+n.render(e),"")}optimizeNodes(){const{nodes:e}=this;let t=e.length;for(;t--;){const n=e[t].optimizeNodes();Array.isArray(n)?e.splice(t,1,...n):n?e[t]=n:e.splice(t,1)}return e.length>0?this:void 0}optimizeNames(e,t){const{nodes:n}=this;let r=n.length;for(;r--;){const i=n[r];i.optimizeNames(e,t)||(T(e,i.names),n.splice(r,1))}return n.length>0?this:void 0}get names(){return this.nodes.reduce((e,t)=>A(e,t.names),{})}}class g extends m{render(e){return"{"+e._n+super.render(e)+"}"+e._n}}class y extends m{}class b extends g{}b.kind="else";class v extends g{constructor(e,t){super(t),this.condition=e}render(e){let t=`if(${this.condition})`+super.render(e);return this.else&&(t+="else "+this.else.render(e)),t}optimizeNodes(){super.optimizeNodes();const e=this.condition;if(!0===e)return this.nodes;let t=this.else;if(t){const e=t.optimizeNodes();t=this.else=Array.isArray(e)?new b(e):e}return t?!1===e?t instanceof v?t:t.nodes:this.nodes.length?this:new v(N(e),t instanceof v?[t]:t.nodes):!1!==e&&this.nodes.length?this:void 0}optimizeNames(e,t){var n;if(this.else=null===(n=this.else)||void 0===n?void 0:n.optimizeNames(e,t),super.optimizeNames(e,t)||this.else)return this.condition=j(this.condition,e,t),this}get names(){const e=super.names;return C(e,this.condition),this.else&&A(e,this.else.names),e}}v.kind="if";class x extends g{}x.kind="for";class w extends x{constructor(e){super(),this.iteration=e}render(e){return`for(${this.iteration})`+super.render(e)}optimizeNames(e,t){if(super.optimizeNames(e,t))return this.iteration=j(this.iteration,e,t),this}get names(){return A(super.names,this.iteration.names)}}class k extends x{constructor(e,t,n,r){super(),this.varKind=e,this.name=t,this.from=n,this.to=r}render(e){const t=e.es5?i.varKinds.var:this.varKind,{name:n,from:r,to:o}=this;return`for(${t} ${n}=${r}; ${n}<${o}; ${n}++)`+super.render(e)}get names(){const e=C(super.names,this.from);return C(e,this.to)}}class S extends x{constructor(e,t,n,r){super(),this.loop=e,this.varKind=t,this.name=n,this.iterable=r}render(e){return`for(${this.varKind} ${this.name} ${this.loop} ${this.iterable})`+super.render(e)}optimizeNames(e,t){if(super.optimizeNames(e,t))return this.iterable=j(this.iterable,e,t),this}get names(){return A(super.names,this.iterable.names)}}class E extends g{constructor(e,t,n){super(),this.name=e,this.args=t,this.async=n}render(e){return`${this.async?"async ":""}function ${this.name}(${this.args})`+super.render(e)}}E.kind="func";class O extends m{render(e){return"return "+super.render(e)}}O.kind="return";class _ extends g{render(e){let t="try"+super.render(e);return this.catch&&(t+=this.catch.render(e)),this.finally&&(t+=this.finally.render(e)),t}optimizeNodes(){var e,t;return super.optimizeNodes(),null===(e=this.catch)||void 0===e||e.optimizeNodes(),null===(t=this.finally)||void 0===t||t.optimizeNodes(),this}optimizeNames(e,t){var n,r;return super.optimizeNames(e,t),null===(n=this.catch)||void 0===n||n.optimizeNames(e,t),null===(r=this.finally)||void 0===r||r.optimizeNames(e,t),this}get names(){const e=super.names;return this.catch&&A(e,this.catch.names),this.finally&&A(e,this.finally.names),e}}class P extends g{constructor(e){super(),this.error=e}render(e){return`catch(${this.error})`+super.render(e)}}P.kind="catch";class $ extends g{render(e){return"finally"+super.render(e)}}function A(e,t){for(const n in t)e[n]=(e[n]||0)+(t[n]||0);return e}function C(e,t){return t instanceof r._CodeOrName?A(e,t.names):e}function j(e,t,n){return e instanceof r.Name?o(e):(i=e)instanceof r._Code&&i._items.some(e=>e instanceof r.Name&&1===t[e.str]&&void 0!==n[e.str])?new r._Code(e._items.reduce((e,t)=>(t instanceof r.Name&&(t=o(t)),t instanceof r._Code?e.push(...t._items):e.push(t),e),[])):e;var i;function o(e){const r=n[e.str];return void 0===r||1!==t[e.str]?e:(delete t[e.str],r)}}function T(e,t){for(const n in t)e[n]=(e[n]||0)-(t[n]||0)}function N(e){return"boolean"==typeof e||"number"==typeof e||null===e?!e:r._`!${D(e)}`}$.kind="finally",t.CodeGen=class{constructor(e,t={}){this._values={},this._blockStarts=[],this._constants={},this.opts={...t,_n:t.lines?"\n":""},this._extScope=e,this._scope=new i.Scope({parent:e}),this._nodes=[new y]}toString(){return this._root.render(this.opts)}name(e){return this._scope.name(e)}scopeName(e){return this._extScope.name(e)}scopeValue(e,t){const n=this._extScope.value(e,t);return(this._values[n.prefix]||(this._values[n.prefix]=new Set)).add(n),n}getScopeValue(e,t){return this._extScope.getValue(e,t)}scopeRefs(e){return this._extScope.scopeRefs(e,this._values)}scopeCode(){return this._extScope.scopeCode(this._values)}_def(e,t,n,r){const i=this._scope.toName(t);return void 0!==n&&r&&(this._constants[i.str]=n),this._leafNode(new l(e,i,n)),i}const(e,t,n){return this._def(i.varKinds.const,e,t,n)}let(e,t,n){return this._def(i.varKinds.let,e,t,n)}var(e,t,n){return this._def(i.varKinds.var,e,t,n)}assign(e,t,n){return this._leafNode(new c(e,t,n))}add(e,n){return this._leafNode(new u(e,t.operators.ADD,n))}code(e){return"function"==typeof e?e():e!==r.nil&&this._leafNode(new h(e)),this}object(...e){const t=["{"];for(const[n,i]of e)t.length>1&&t.push(","),t.push(n),(n!==i||this.opts.es5)&&(t.push(":"),(0,r.addCodeArg)(t,i));return t.push("}"),new r._Code(t)}if(e,t,n){if(this._blockNode(new v(e)),t&&n)this.code(t).else().code(n).endIf();else if(t)this.code(t).endIf();else if(n)throw new Error('CodeGen: "else" body without "then" body');return this}elseIf(e){return this._elseNode(new v(e))}else(){return this._elseNode(new b)}endIf(){return this._endBlockNode(v,b)}_for(e,t){return this._blockNode(e),t&&this.code(t).endFor(),this}for(e,t){return this._for(new w(e),t)}forRange(e,t,n,r,o=(this.opts.es5?i.varKinds.var:i.varKinds.let)){const s=this._scope.toName(e);return this._for(new k(o,s,t,n),()=>r(s))}forOf(e,t,n,o=i.varKinds.const){const s=this._scope.toName(e);if(this.opts.es5){const e=t instanceof r.Name?t:this.var("_arr",t);return this.forRange("_i",0,r._`${e}.length`,t=>{this.var(s,r._`${e}[${t}]`),n(s)})}return this._for(new S("of",o,s,t),()=>n(s))}forIn(e,t,n,o=(this.opts.es5?i.varKinds.var:i.varKinds.const)){if(this.opts.ownProperties)return this.forOf(e,r._`Object.keys(${t})`,n);const s=this._scope.toName(e);return this._for(new S("in",o,s,t),()=>n(s))}endFor(){return this._endBlockNode(x)}label(e){return this._leafNode(new p(e))}break(e){return this._leafNode(new d(e))}return(e){const t=new O;if(this._blockNode(t),this.code(e),1!==t.nodes.length)throw new Error('CodeGen: "return" should have one node');return this._endBlockNode(O)}try(e,t,n){if(!t&&!n)throw new Error('CodeGen: "try" without "catch" and "finally"');const r=new _;if(this._blockNode(r),this.code(e),t){const e=this.name("e");this._currNode=r.catch=new P(e),t(e)}return n&&(this._currNode=r.finally=new $,this.code(n)),this._endBlockNode(P,$)}throw(e){return this._leafNode(new f(e))}block(e,t){return this._blockStarts.push(this._nodes.length),e&&this.code(e).endBlock(t),this}endBlock(e){const t=this._blockStarts.pop();if(void 0===t)throw new Error("CodeGen: not in self-balancing block");const n=this._nodes.length-t;if(n<0||void 0!==e&&n!==e)throw new Error(`CodeGen: wrong number of nodes: ${n} vs ${e} expected`);return this._nodes.length=t,this}func(e,t=r.nil,n,i){return this._blockNode(new E(e,t,n)),i&&this.code(i).endFunc(),this}endFunc(){return this._endBlockNode(E)}optimize(e=1){for(;e-- >0;)this._root.optimizeNodes(),this._root.optimizeNames(this._root.names,this._constants)}_leafNode(e){return this._currNode.nodes.push(e),this}_blockNode(e){this._currNode.nodes.push(e),this._nodes.push(e)}_endBlockNode(e,t){const n=this._currNode;if(n instanceof e||t&&n instanceof t)return this._nodes.pop(),this;throw new Error(`CodeGen: not in block "${t?`${e.kind}/${t.kind}`:e.kind}"`)}_elseNode(e){const t=this._currNode;if(!(t instanceof v))throw new Error('CodeGen: "else" without "if"');return this._currNode=t.else=e,this}get _root(){return this._nodes[0]}get _currNode(){const e=this._nodes;return e[e.length-1]}set _currNode(e){const t=this._nodes;t[t.length-1]=e}};const I=L(t.operators.AND),R=L(t.operators.OR);function L(e){return(t,n)=>t===r.nil?n:n===r.nil?t:r._`${D(t)} ${e} ${D(n)}`}function D(e){return e instanceof r.Name?e:r._`(${e})`}},352:function(e,t,n){"use strict";Object.defineProperty(t,"__esModule",{value:!0}),t.ValueScope=t.ValueScopeName=t.Scope=t.varKinds=t.UsedValueState=void 0;const r=n(5659);class i extends Error{constructor(e){super(`CodeGen: "code" for ${e} not defined`),this.value=e.value}}var o;!function(e){e[e.Started=0]="Started",e[e.Completed=1]="Completed"}(o||(t.UsedValueState=o={})),t.varKinds={const:new r.Name("const"),let:new r.Name("let"),var:new r.Name("var")};class s{constructor({prefixes:e,parent:t}={}){this._names={},this._prefixes=e,this._parent=t}toName(e){return e instanceof r.Name?e:this.name(e)}name(e){return new r.Name(this._newName(e))}_newName(e){return`${e}${(this._names[e]||this._nameGroup(e)).index++}`}_nameGroup(e){var t,n;if((null===(n=null===(t=this._parent)||void 0===t?void 0:t._prefixes)||void 0===n?void 0:n.has(e))||this._prefixes&&!this._prefixes.has(e))throw new Error(`CodeGen: prefix "${e}" is not allowed in this scope`);return this._names[e]={prefix:e,index:0}}}t.Scope=s;class a extends r.Name{constructor(e,t){super(t),this.prefix=e}setValue(e,{property:t,itemIndex:n}){this.value=e,this.scopePath=r._`.${new r.Name(t)}[${n}]`}}t.ValueScopeName=a;const l=r._`\n`;t.ValueScope=class extends s{constructor(e){super(e),this._values={},this._scope=e.scope,this.opts={...e,_n:e.lines?l:r.nil}}get(){return this._scope}name(e){return new a(e,this._newName(e))}value(e,t){var n;if(void 0===t.ref)throw new Error("CodeGen: ref must be passed in value");const r=this.toName(e),{prefix:i}=r,o=null!==(n=t.key)&&void 0!==n?n:t.ref;let s=this._values[i];if(s){const e=s.get(o);if(e)return e}else s=this._values[i]=new Map;s.set(o,r);const a=this._scope[i]||(this._scope[i]=[]),l=a.length;return a[l]=t.ref,r.setValue(t,{property:i,itemIndex:l}),r}getValue(e,t){const n=this._values[e];if(n)return n.get(t)}scopeRefs(e,t=this._values){return this._reduceValues(t,t=>{if(void 0===t.scopePath)throw new Error(`CodeGen: name "${t}" has no value`);return r._`${e}${t.scopePath}`})}scopeCode(e=this._values,t,n){return this._reduceValues(e,e=>{if(void 0===e.value)throw new Error(`CodeGen: name "${e}" has no value`);return e.value.code},t,n)}_reduceValues(e,n,s={},a){let l=r.nil;for(const c in e){const u=e[c];if(!u)continue;const p=s[c]=s[c]||new Map;u.forEach(e=>{if(p.has(e))return;p.set(e,o.Started);let s=n(e);if(s){const n=this.opts.es5?t.varKinds.var:t.varKinds.const;l=r._`${l}${n} ${e} = ${s};${this.opts._n}`}else{if(!(s=null==a?void 0:a(e)))throw new i(e);l=r._`${l}${s}${this.opts._n}`}p.set(e,o.Completed)})}return l}}},695:function(e,t,n){"use strict";t.keyword$DataError=t.y=void 0,t.reportError=function(e,n=t.y,i,o){const{it:l}=e,{gen:u,compositeRule:p,allErrors:d}=l,f=c(e,n,i);(null!=o?o:p||d)?s(u,f):a(l,r._`[${f}]`)},t.reportExtraError=function(e,n=t.y,r){const{it:i}=e,{gen:l,compositeRule:u,allErrors:p}=i;s(l,c(e,n,r)),u||p||a(i,o.default.vErrors)},t.resetErrorsCount=function(e,t){e.assign(o.default.errors,t),e.if(r._`${o.default.vErrors} !== null`,()=>e.if(t,()=>e.assign(r._`${o.default.vErrors}.length`,t),()=>e.assign(o.default.vErrors,null)))},t.extendErrors=function({gen:e,keyword:t,schemaValue:n,data:i,errsCount:s,it:a}){if(void 0===s)throw new Error("ajv implementation error");const l=e.name("err");e.forRange("i",s,o.default.errors,s=>{e.const(l,r._`${o.default.vErrors}[${s}]`),e.if(r._`${l}.instancePath === undefined`,()=>e.assign(r._`${l}.instancePath`,(0,r.strConcat)(o.default.instancePath,a.errorPath))),e.assign(r._`${l}.schemaPath`,r.str`${a.errSchemaPath}/${t}`),a.opts.verbose&&(e.assign(r._`${l}.schema`,n),e.assign(r._`${l}.data`,i))})};const r=n(9288),i=n(2124),o=n(6202);function s(e,t){const n=e.const("err",t);e.if(r._`${o.default.vErrors} === null`,()=>e.assign(o.default.vErrors,r._`[${n}]`),r._`${o.default.vErrors}.push(${n})`),e.code(r._`${o.default.errors}++`)}function a(e,t){const{gen:n,validateName:i,schemaEnv:o}=e;o.$async?n.throw(r._`new ${e.ValidationError}(${t})`):(n.assign(r._`${i}.errors`,t),n.return(!1))}t.y={message:({keyword:e})=>r.str`must pass "${e}" keyword validation`},t.keyword$DataError={message:({keyword:e,schemaType:t})=>t?r.str`"${e}" keyword must be ${t} ($data)`:r.str`"${e}" keyword is invalid ($data)`};const l={keyword:new r.Name("keyword"),schemaPath:new r.Name("schemaPath"),params:new r.Name("params"),propertyName:new r.Name("propertyName"),message:new r.Name("message"),schema:new r.Name("schema"),parentSchema:new r.Name("parentSchema")};function c(e,t,n){const{createErrors:i}=e.it;return!1===i?r._`{}`:function(e,t,n={}){const{gen:i,it:s}=e,a=[u(s,n),p(e,n)];return function(e,{params:t,message:n},i){const{keyword:s,data:a,schemaValue:c,it:u}=e,{opts:p,propertyName:d,topSchemaRef:f,schemaPath:h}=u;i.push([l.keyword,s],[l.params,"function"==typeof t?t(e):t||r._`{}`]),p.messages&&i.push([l.message,"function"==typeof n?n(e):n]),p.verbose&&i.push([l.schema,c],[l.parentSchema,r._`${f}${h}`],[o.default.data,a]),d&&i.push([l.propertyName,d])}(e,t,a),i.object(...a)}(e,t,n)}function u({errorPath:e},{instancePath:t}){const n=t?r.str`${e}${(0,i.getErrorPath)(t,i.Type.Str)}`:e;return[o.default.instancePath,(0,r.strConcat)(o.default.instancePath,n)]}function p({keyword:e,it:{errSchemaPath:t}},{schemaPath:n,parentSchema:o}){let s=o?t:r.str`${t}/${e}`;return n&&(s=r.str`${s}${(0,i.getErrorPath)(n,i.Type.Str)}`),[l.schemaPath,s]}},6066:function(e,t,n){"use strict";t.SchemaEnv=void 0,t.compileSchema=u,t.resolveRef=function(e,t,n){var r;const i=(0,s.resolveUrl)(this.opts.uriResolver,t,n),o=e.refs[i];if(o)return o;let a=h.call(this,e,i);if(void 0===a){const n=null===(r=e.localRefs)||void 0===r?void 0:r[i],{schemaId:o}=this.opts;n&&(a=new c({schema:n,schemaId:o,root:e,baseId:t}))}if(void 0===a&&this.opts.loadSchemaSync){const r=this.opts.loadSchemaSync(t,n,i);!r||this.refs[i]||this.schemas[i]||(this.addSchema(r,i,void 0),a=h.call(this,e,i))}return void 0!==a?e.refs[i]=p.call(this,a):void 0},t.resolveSchema=m;const r=n(9288),i=n(4273),o=n(6202),s=n(9630),a=n(2124),l=n(8597);class c{constructor(e){var t;let n;this.refs={},this.dynamicAnchors={},"object"==typeof e.schema&&(n=e.schema),this.schema=e.schema,this.schemaId=e.schemaId,this.root=e.root||this,this.baseId=null!==(t=e.baseId)&&void 0!==t?t:(0,s.normalizeId)(null==n?void 0:n[e.schemaId||"$id"]),this.schemaPath=e.schemaPath,this.localRefs=e.localRefs,this.meta=e.meta,this.$async=null==n?void 0:n.$async,this.refs={}}}function u(e){const t=d.call(this,e);if(t)return t;const n=(0,s.getFullPath)(this.opts.uriResolver,e.root.baseId),{es5:a,lines:c}=this.opts.code,{ownProperties:u}=this.opts,p=new r.CodeGen(this.scope,{es5:a,lines:c,ownProperties:u});let f;e.$async&&(f=p.scopeValue("Error",{ref:i.default,code:r._`require("ajv/dist/runtime/validation_error").default`}));const h=p.scopeName("validate");e.validateName=h;const m={gen:p,allErrors:this.opts.allErrors,data:o.default.data,parentData:o.default.parentData,parentDataProperty:o.default.parentDataProperty,dataNames:[o.default.data],dataPathArr:[r.nil],dataLevel:0,dataTypes:[],definedProperties:new Set,topSchemaRef:p.scopeValue("schema",!0===this.opts.code.source?{ref:e.schema,code:(0,r.stringify)(e.schema)}:{ref:e.schema}),validateName:h,ValidationError:f,schema:e.schema,schemaEnv:e,rootId:n,baseId:e.baseId||n,schemaPath:r.nil,errSchemaPath:e.schemaPath||(this.opts.jtd?"":"#"),errorPath:r._`""`,opts:this.opts,self:this};let g;try{this._compilations.add(e),(0,l.validateFunctionCode)(m),p.optimize(this.opts.code.optimize);const t=p.toString();g=`const visitedNodesForRef = new WeakMap(); ${p.scopeRefs(o.default.scope)}return ${t}`,this.opts.code.process&&(g=this.opts.code.process(g,e));const n=new Function(`${o.default.self}`,`${o.default.scope}`,g)(this,this.scope.get());if(this.scope.value(h,{ref:n}),n.errors=null,n.schema=e.schema,n.schemaEnv=e,e.$async&&(n.$async=!0),!0===this.opts.code.source&&(n.source={validateName:h,validateCode:t,scopeValues:p._values}),this.opts.unevaluated){const{props:e,items:t}=m;n.evaluated={props:e instanceof r.Name?void 0:e,items:t instanceof r.Name?void 0:t,dynamicProps:e instanceof r.Name,dynamicItems:t instanceof r.Name},n.source&&(n.source.evaluated=(0,r.stringify)(n.evaluated))}return e.validate=n,e}catch(t){throw delete e.validate,delete e.validateName,g&&this.logger.error("Error compiling schema, function code:",g),t}finally{this._compilations.delete(e)}}function p(e){return(0,s.inlineRef)(e.schema,this.opts.inlineRefs)?e.schema:e.validate?e:u.call(this,e)}function d(e){for(const t of this._compilations)if(f(t,e))return t}function f(e,t){return e.schema===t.schema&&e.root===t.root&&e.baseId===t.baseId}function h(e,t){let n;for(;"string"==typeof(n=this.refs[t]);)t=n;return n||this.schemas[t]||m.call(this,e,t)}function m(e,t){const n=this.opts.uriResolver.parse(t),r=(0,s._getFullPath)(this.opts.uriResolver,n);let i=(0,s.getFullPath)(this.opts.uriResolver,e.baseId,void 0);if(Object.keys(e.schema).length>0&&r===i)return y.call(this,n,e);const o=(0,s.normalizeId)(r),a=this.refs[o]||this.schemas[o];if("string"==typeof a){const t=m.call(this,e,a);if("object"!=typeof(null==t?void 0:t.schema))return;return y.call(this,n,t)}if("object"==typeof(null==a?void 0:a.schema)){if(a.validate||u.call(this,a),o===(0,s.normalizeId)(t)){const{schema:t}=a,{schemaId:n}=this.opts,r=t[n];return r&&(i=(0,s.resolveUrl)(this.opts.uriResolver,i,r)),new c({schema:t,schemaId:n,root:e,baseId:i})}return y.call(this,n,a)}}t.SchemaEnv=c;const g=new Set(["properties","patternProperties","enum","dependencies","definitions"]);function y(e,{baseId:t,schema:n,root:r}){var i;if("/"!==(null===(i=e.fragment)||void 0===i?void 0:i[0]))return;for(const r of e.fragment.slice(1).split("/")){if("boolean"==typeof n)return;const e=n[(0,a.unescapeFragment)(r)];if(void 0===e)return;const i="object"==typeof(n=e)&&n[this.opts.schemaId];!g.has(r)&&i&&(t=(0,s.resolveUrl)(this.opts.uriResolver,t,i))}let o;if("boolean"!=typeof n&&n.$ref&&!(0,a.schemaHasRulesButRef)(n,this.RULES)){const e=(0,s.resolveUrl)(this.opts.uriResolver,t,n.$ref);o=m.call(this,r,e)}const{schemaId:l}=this.opts;return o=o||new c({schema:n,schemaId:l,root:r,baseId:t}),o.schema!==o.root.schema?o:void 0}},6202:function(e,t,n){"use strict";const r=n(9288),i={data:new r.Name("data"),valCxt:new r.Name("valCxt"),instancePath:new r.Name("instancePath"),parentData:new r.Name("parentData"),parentDataProperty:new r.Name("parentDataProperty"),rootData:new r.Name("rootData"),dynamicAnchors:new r.Name("dynamicAnchors"),isAllOfVariant:new r.Name("isAllOfVariant"),vErrors:new r.Name("vErrors"),errors:new r.Name("errors"),this:new r.Name("this"),self:new r.Name("self"),scope:new r.Name("scope"),json:new r.Name("json"),jsonPos:new r.Name("jsonPos"),jsonLen:new r.Name("jsonLen"),jsonPart:new r.Name("jsonPart")};t.default=i},2830:function(e,t,n){"use strict";const r=n(9630);class i extends Error{constructor(e,t,n,i){super(i||`can't resolve reference ${n} from id ${t}`),this.missingRef=(0,r.resolveUrl)(e,t,n),this.missingSchema=(0,r.normalizeId)((0,r.getFullPath)(e,this.missingRef))}}t.default=i},9630:function(e,t,n){"use strict";t.inlineRef=function(e,t=!0){return"boolean"==typeof e||(!0===t?!l(e):!!t&&c(e)<=t)},t.getFullPath=u,t._getFullPath=p,t.normalizeId=f,t.resolveUrl=function(e,t,n){return n=f(n),e.resolve(t,n)},t.getSchemaRefs=function(e,t){if("boolean"==typeof e)return{};const{schemaId:n,uriResolver:r}=this.opts,s=f(e[n]||t),a={"":s},l=u(r,s,!1),c={},p=new Set;return o(e,{allKeys:!0},(e,t,r,i)=>{if(void 0===i)return;const o=l+t;let s=a[i];function u(t){const n=this.opts.uriResolver.resolve;if(t=f(s?n(s,t):t),p.has(t))throw m(t);p.add(t);let r=this.refs[t];return"string"==typeof r&&(r=this.refs[r]),"object"==typeof r?d(e,r.schema,t):t!==f(o)&&("#"===t[0]?(d(e,c[t],t),c[t]=e):this.refs[t]=o),t}function g(e){if("string"==typeof e){if(!h.test(e))throw new Error(`invalid anchor "${e}"`);u.call(this,`#${e}`)}}"string"==typeof e[n]&&(s=u.call(this,e[n])),g.call(this,e.$anchor),g.call(this,e.$dynamicAnchor),a[t]=s}),c;function d(e,t,n){if(void 0!==t&&!i(e,t))throw m(n)}function m(e){return new Error(`reference "${e}" resolves to more than one schema`)}};const r=n(2124),i=n(2017),o=n(6212),s=new Set(["type","format","pattern","maxLength","minLength","maxProperties","minProperties","maxItems","minItems","maximum","minimum","uniqueItems","multipleOf","required","enum","const"]),a=new Set(["$ref","$recursiveRef","$recursiveAnchor","$dynamicRef","$dynamicAnchor"]);function l(e){for(const t in e){if(a.has(t))return!0;const n=e[t];if(Array.isArray(n)&&n.some(l))return!0;if("object"==typeof n&&l(n))return!0}return!1}function c(e){let t=0;for(const n in e){if("$ref"===n)return 1/0;if(t++,!s.has(n)&&("object"==typeof e[n]&&(0,r.eachItem)(e[n],e=>t+=c(e)),t===1/0))return 1/0}return t}function u(e,t="",n){!1!==n&&(t=f(t));const r=e.parse(t);return p(e,r)}function p(e,t){return e.serialize(t).split("#")[0]+"#"}const d=/#\/?$/;function f(e){return e?e.replace(d,""):""}const h=/^[a-z_][-a-z0-9._]*$/i},9485:function(e,t){"use strict";t.isJSONType=function(e){return"string"==typeof e&&n.has(e)},t.getRules=function(){const e={number:{type:"number",rules:[]},string:{type:"string",rules:[]},array:{type:"array",rules:[]},object:{type:"object",rules:[]}};return{types:{...e,integer:!0,boolean:!0,null:!0},rules:[{rules:[]},e.number,e.string,e.array,e.object],post:{rules:[]},all:{},keywords:{}}};const n=new Set(["string","number","integer","boolean","null","object","array"])},2124:function(e,t,n){"use strict";t.Type=t.mergeEvaluated=void 0,t.toHash=function(e){const t={};for(const n of e)t[n]=!0;return t},t.alwaysValidSchema=function(e,t){return"boolean"==typeof t?t:0===Object.keys(t).length||(o(e,t),!function(e,t){if("boolean"==typeof e)return!e;for(const n in e)if(t[n])return!0;return!1}(t,e.self.RULES.all))},t.checkUnknownRules=o,t.schemaHasRulesButRef=function(e,t){if("boolean"==typeof e)return!e;for(const n in e)if("$ref"!==n&&t.all[n])return!0;return!1},t.schemaRefOrVal=function({topSchemaRef:e,schemaPath:t},n,i,o){if(!o){if("number"==typeof n||"boolean"==typeof n)return n;if("string"==typeof n)return r._`${n}`}return r._`${e}${t}${(0,r.getProperty)(i)}`},t.unescapeFragment=function(e){return a(decodeURIComponent(e))},t.escapeFragment=function(e){return encodeURIComponent(s(e))},t.unescapeJsonPointer=a,t.eachItem=function(e,t){if(Array.isArray(e))for(const n of e)t(n);else t(e)},t.evaluatedPropsToName=c,t.useFunc=function(e,t){return e.scopeValue("func",{ref:t,code:p[t.code]||(p[t.code]=new i._Code(t.code))})},t.getErrorPath=function(e,t,n){if(e instanceof r.Name){const i=t===d.Num;return n?i?r._`"[" + ${e} + "]"`:r._`"['" + ${e} + "']"`:i?r._`"/" + ${e}`:r._`"/" + ${e}.replace(/~/g, "~0").replace(/\\//g, "~1")`}return n?(0,r.getProperty)(e).toString():"/"+s(e)},t.checkStrictMode=f;const r=n(9288),i=n(5659);function o(e,t=e.schema){const{opts:n,self:r}=e;if(!n.strictSchema)return;if("boolean"==typeof t)return;const i=r.RULES.keywords;for(const n in t)i[n]||f(e,`unknown keyword: "${n}"`)}function s(e){return"number"==typeof e?`${e}`:e.replace(/~/g,"~0").replace(/\//g,"~1")}function a(e){return e.replace(/~1/g,"/").replace(/~0/g,"~")}function l({mergeNames:e,mergeToName:t,mergeValues:n,resultToName:i}){return(o,s,a,l)=>{const c=void 0===a?s:a instanceof r.Name?(s instanceof r.Name?e(o,s,a):t(o,s,a),a):s instanceof r.Name?(t(o,a,s),s):n(s,a);return l!==r.Name||c instanceof r.Name?c:i(o,c)}}function c(e,t){if(!0===t)return e.var("props",!0);const n=e.var("props",r._`{}`);return void 0!==t&&u(e,n,t),n}function u(e,t,n){Object.keys(n).forEach(n=>e.assign(r._`${t}${(0,r.getProperty)(n)}`,!0))}t.mergeEvaluated={props:l({mergeNames:(e,t,n)=>e.if(r._`${n} !== true && ${t} !== undefined`,()=>{e.if(r._`${t} === true`,()=>e.assign(n,!0),()=>e.assign(n,r._`${n} || {}`).code(r._`Object.assign(${n}, ${t})`))}),mergeToName:(e,t,n)=>e.if(r._`${n} !== true`,()=>{!0===t?e.assign(n,!0):(e.assign(n,r._`${n} || {}`),u(e,n,t))}),mergeValues:(e,t)=>!0===e||{...e,...t},resultToName:c}),items:l({mergeNames:(e,t,n)=>e.if(r._`${n} !== true && ${t} !== undefined`,()=>e.assign(n,r._`${t} === true ? true : ${n} > ${t} ? ${n} : ${t}`)),mergeToName:(e,t,n)=>e.if(r._`${n} !== true`,()=>e.assign(n,!0===t||r._`${n} > ${t} ? ${n} : ${t}`)),mergeValues:(e,t)=>!0===e||Math.max(e,t),resultToName:(e,t)=>e.var("items",t)})};const p={};var d;function f(e,t,n=e.opts.strictSchema){if(n){if(t=`strict mode: ${t}`,!0===n)throw new Error(t);e.self.logger.warn(t)}}!function(e){e[e.Num=0]="Num",e[e.Str=1]="Str"}(d||(t.Type=d={}))},9160:function(e,t){"use strict";function n(e,t){return t.rules.some(t=>r(e,t))}function r(e,t){var n;return void 0!==e[t.keyword]||(null===(n=t.definition.implements)||void 0===n?void 0:n.some(t=>void 0!==e[t]))}t.schemaHasRulesForType=function({schema:e,self:t},r){const i=t.RULES.types[r];return i&&!0!==i&&n(e,i)},t.shouldUseGroup=n,t.shouldUseRule=r},8886:function(e,t,n){"use strict";t.topBoolOrEmptySchema=function(e){const{gen:t,schema:n,validateName:r}=e;!1===n?a(e,!1):"object"==typeof n&&!0===n.$async?t.return(o.default.data):(t.assign(i._`${r}.errors`,null),t.return(!0))},t.boolOrEmptySchema=function(e,t){const{gen:n,schema:r}=e;!1===r?(n.var(t,!1),a(e)):n.var(t,!0)};const r=n(695),i=n(9288),o=n(6202),s={message:"boolean schema is false"};function a(e,t){const{gen:n,data:i}=e,o={gen:n,keyword:"false schema",data:i,schema:!1,schemaCode:!1,schemaValue:!1,params:{},it:e};(0,r.reportError)(o,s,void 0,t)}},6649:function(e,t,n){"use strict";t.DataType=void 0,t.getSchemaTypes=function(e){const t=c(e.type);if(t.includes("null")){if(!1===e.nullable)throw new Error("type: null contradicts nullable: false")}else{if(!t.length&&void 0!==e.nullable)throw new Error('"nullable" cannot be used without "type"');!0===e.nullable&&t.push("null")}return t},t.getJSONTypes=c,t.coerceAndCheckDataType=function(e,t){const{gen:n,data:r,opts:o}=e,a=function(e,t){return t?e.filter(e=>u.has(e)||"array"===t&&"array"===e):[]}(t,o.coerceTypes),c=t.length>0&&!(0===a.length&&1===t.length&&(0,i.schemaHasRulesForType)(e,t[0]));if(c){const i=d(t,r,o.strictNumbers,l.Wrong);n.if(i,()=>{a.length?function(e,t,n){const{gen:r,data:i,opts:o}=e,a=r.let("dataType",s._`typeof ${i}`),l=r.let("coerced",s._`undefined`);"array"===o.coerceTypes&&r.if(s._`${a} == 'object' && Array.isArray(${i}) && ${i}.length == 1`,()=>r.assign(i,s._`${i}[0]`).assign(a,s._`typeof ${i}`).if(d(t,i,o.strictNumbers),()=>r.assign(l,i))),r.if(s._`${l} !== undefined`);for(const e of n)(u.has(e)||"array"===e&&"array"===o.coerceTypes)&&c(e);function c(e){switch(e){case"string":return void r.elseIf(s._`${a} == "number" || ${a} == "boolean"`).assign(l,s._`"" + ${i}`).elseIf(s._`${i} === null`).assign(l,s._`""`);case"number":return void r.elseIf(s._`${a} == "boolean" || ${i} === null
              || (${a} == "string" && ${i} && ${i} == +${i})`).assign(l,s._`+${i}`);case"integer":return void r.elseIf(s._`${a} === "boolean" || ${i} === null
              || (${a} === "string" && ${i} && ${i} == +${i} && !(${i} % 1))`).assign(l,s._`+${i}`);case"boolean":return void r.elseIf(s._`${i} === "false" || ${i} === 0 || ${i} === null`).assign(l,!1).elseIf(s._`${i} === "true" || ${i} === 1`).assign(l,!0);case"null":return r.elseIf(s._`${i} === "" || ${i} === 0 || ${i} === false`),void r.assign(l,null);case"array":r.elseIf(s._`${a} === "string" || ${a} === "number"
              || ${a} === "boolean" || ${i} === null`).assign(l,s._`[${i}]`)}}r.else(),h(e),r.endIf(),r.if(s._`${l} !== undefined`,()=>{r.assign(i,l),function({gen:e,parentData:t,parentDataProperty:n},r){e.if(s._`${t} !== undefined`,()=>e.assign(s._`${t}[${n}]`,r))}(e,l)})}(e,t,a):h(e)})}return c},t.checkDataType=p,t.checkDataTypes=d,t.reportTypeError=h;const r=n(9485),i=n(9160),o=n(695),s=n(9288),a=n(2124);var l;function c(e){const t=Array.isArray(e)?e:e?[e]:[];if(t.every(r.isJSONType))return t;throw new Error("type must be JSONType or JSONType[]: "+t.join(","))}!function(e){e[e.Correct=0]="Correct",e[e.Wrong=1]="Wrong"}(l||(t.DataType=l={}));const u=new Set(["string","number","integer","boolean","null"]);function p(e,t,n,r=l.Correct){const i=r===l.Correct?s.operators.EQ:s.operators.NEQ;let o;switch(e){case"null":return s._`${t} ${i} null`;case"array":o=s._`Array.isArray(${t})`;break;case"object":o=s._`${t} && typeof ${t} == "object" && !Array.isArray(${t})`;break;case"integer":o=a(s._`!(${t} % 1) && !isNaN(${t})`);break;case"number":o=a();break;default:return s._`typeof ${t} ${i} ${e}`}return r===l.Correct?o:(0,s.not)(o);function a(e=s.nil){return(0,s.and)(s._`typeof ${t} == "number"`,e,n?s._`isFinite(${t})`:s.nil)}}function d(e,t,n,r){if(1===e.length)return p(e[0],t,n,r);let i;const o=(0,a.toHash)(e);if(o.array&&o.object){const e=s._`typeof ${t} != "object"`;i=o.null?e:s._`!${t} || ${e}`,delete o.null,delete o.array,delete o.object}else i=s.nil;o.number&&delete o.integer;for(const e in o)i=(0,s.and)(i,p(e,t,n,r));return i}const f={message:({schema:e})=>`must be ${e}`,params:({schema:e,schemaValue:t})=>"string"==typeof e?s._`{type: ${e}}`:s._`{type: ${t}}`};function h(e){const t=function(e){const{gen:t,data:n,schema:r}=e,i=(0,a.schemaRefOrVal)(e,r,"type");return{gen:t,keyword:"type",data:n,schema:r.type,schemaCode:i,schemaValue:i,parentSchema:r,params:{},it:e}}(e);(0,o.reportError)(t,f)}},511:function(e,t,n){"use strict";t.assignDefaults=function(e,t){const{properties:n,items:r}=e.schema;if("object"===t&&n)for(const t in n)o(e,t,n[t].default);else"array"===t&&Array.isArray(r)&&r.forEach((t,n)=>o(e,n,t.default))};const r=n(9288),i=n(2124);function o(e,t,n){const{gen:o,compositeRule:s,data:a,opts:l}=e;if(void 0===n)return;const c=r._`${a}${(0,r.getProperty)(t)}`;if(s)return void(0,i.checkStrictMode)(e,`default is ignored for: ${c}`);let u=r._`${c} === undefined`;"empty"===l.useDefaults&&(u=r._`${u} || ${c} === null || ${c} === ""`),o.if(u,r._`${c} = ${(0,r.stringify)(n)}`)}},8597:function(e,t,n){"use strict";Object.defineProperty(t,"__esModule",{value:!0}),t.KeywordCxt=void 0,t.validateFunctionCode=function(e){b(e)&&(v(e),y(e))?function(e){const{schema:t,opts:n,gen:r}=e;m(e,()=>{n.$comment&&t.$comment&&w(e),function(e){const{schema:t,opts:n}=e;void 0!==t.default&&n.useDefaults&&n.strictSchema&&(0,f.checkStrictMode)(e,"default is ignored in the schema root")}(e),r.let(p.default.vErrors,null),r.let(p.default.errors,0),n.unevaluated&&function(e){const{gen:t,validateName:n}=e;e.evaluated=t.const("evaluated",u._`${n}.evaluated`),t.if(u._`${e.evaluated}.dynamicProps`,()=>t.assign(u._`${e.evaluated}.props`,u._`undefined`)),t.if(u._`${e.evaluated}.dynamicItems`,()=>t.assign(u._`${e.evaluated}.items`,u._`undefined`))}(e),x(e),function(e){const{gen:t,schemaEnv:n,validateName:r,ValidationError:i,opts:o}=e;n.$async?t.if(u._`${p.default.errors} === 0`,()=>t.return(p.default.data),()=>t.throw(u._`new ${i}(${p.default.vErrors})`)):(t.assign(u._`${r}.errors`,p.default.vErrors),o.unevaluated&&function({gen:e,evaluated:t,props:n,items:r}){n instanceof u.Name&&e.assign(u._`${t}.props`,n),r instanceof u.Name&&e.assign(u._`${t}.items`,r)}(e),t.return(u._`${p.default.errors} === 0`))}(e)})}(e):m(e,()=>(0,r.topBoolOrEmptySchema)(e))},t.getData=C;const r=n(8886),i=n(6649),o=n(9160),s=n(6649),a=n(511),l=n(886),c=n(820),u=n(9288),p=n(6202),d=n(9630),f=n(2124),h=n(695);function m({gen:e,validateName:t,schema:n,schemaEnv:r,opts:i},o){i.code.es5?e.func(t,u._`${p.default.data}, ${p.default.valCxt}`,r.$async,()=>{e.code(u._`"use strict"; ${g(n,i)}`),function(e,t){e.if(p.default.valCxt,()=>{e.var(p.default.instancePath,u._`${p.default.valCxt}.${p.default.instancePath}`),e.var(p.default.parentData,u._`${p.default.valCxt}.${p.default.parentData}`),e.var(p.default.parentDataProperty,u._`${p.default.valCxt}.${p.default.parentDataProperty}`),e.var(p.default.rootData,u._`${p.default.valCxt}.${p.default.rootData}`),e.var(p.default.isAllOfVariant,u._`${p.default.valCxt}.${p.default.isAllOfVariant}`),t.dynamicRef&&e.var(p.default.dynamicAnchors,u._`${p.default.valCxt}.${p.default.dynamicAnchors}`)},()=>{e.var(p.default.instancePath,u._`""`),e.var(p.default.parentData,u._`undefined`),e.var(p.default.parentDataProperty,u._`undefined`),e.var(p.default.rootData,p.default.data),e.var(p.default.isAllOfVariant,u._`0`),t.dynamicRef&&e.var(p.default.dynamicAnchors,u._`{}`)})}(e,i),e.code(o)}):e.func(t,u._`${p.default.data}, ${function(e){return u._`{${p.default.instancePath}="", ${p.default.parentData}, ${p.default.parentDataProperty}, ${p.default.rootData}=${p.default.data}${e.dynamicRef?u._`, ${p.default.dynamicAnchors}={}`:u.nil}, ${p.default.isAllOfVariant} = 0}={}`}(i)}`,r.$async,()=>e.code(g(n,i)).code(o))}function g(e,t){const n="object"==typeof e&&e[t.schemaId];return n&&(t.code.source||t.code.process)?u._`/*# sourceURL=${n} */`:u.nil}function y({schema:e,self:t}){if("boolean"==typeof e)return!e;for(const n in e)if(t.RULES.all[n])return!0;return!1}function b(e){return"boolean"!=typeof e.schema}function v(e){(0,f.checkUnknownRules)(e),function(e){const{schema:t,errSchemaPath:n,opts:r,self:i}=e;t.$ref&&r.ignoreKeywordsWithRef&&(0,f.schemaHasRulesButRef)(t,i.RULES)&&i.logger.warn(`$ref: keywords ignored in schema at path "${n}"`)}(e)}function x(e,t){if(e.opts.jtd)return k(e,[],!1,t);const n=(0,i.getSchemaTypes)(e.schema);k(e,n,!(0,i.coerceAndCheckDataType)(e,n),t)}function w({gen:e,schemaEnv:t,schema:n,errSchemaPath:r,opts:i}){const o=n.$comment;if(!0===i.$comment)e.code(u._`${p.default.self}.logger.log(${o})`);else if("function"==typeof i.$comment){const n=u.str`${r}/$comment`,i=e.scopeValue("root",{ref:t.root});e.code(u._`${p.default.self}.opts.$comment(${o}, ${n}, ${i}.schema)`)}}function k(e,t,n,r){const{gen:i,schema:a,data:l,allErrors:c,opts:d,self:h}=e,{RULES:m}=h;function g(f){(0,o.shouldUseGroup)(a,f)&&(f.type?(i.if((0,s.checkDataType)(f.type,l,d.strictNumbers)),S(e,f),1===t.length&&t[0]===f.type&&n&&(i.else(),(0,s.reportTypeError)(e)),i.endIf()):S(e,f),c||i.if(u._`${p.default.errors} === ${r||0}`))}!a.$ref||!d.ignoreKeywordsWithRef&&(0,f.schemaHasRulesButRef)(a,m)?(d.jtd||function(e,t){!e.schemaEnv.meta&&e.opts.strictTypes&&(function(e,t){t.length&&(e.dataTypes.length?(t.forEach(t=>{E(e.dataTypes,t)||O(e,`type "${t}" not allowed by context "${e.dataTypes.join(",")}"`)}),e.dataTypes=e.dataTypes.filter(e=>E(t,e))):e.dataTypes=t)}(e,t),e.opts.allowUnionTypes||function(e,t){t.length>1&&(2!==t.length||!t.includes("null"))&&O(e,"use allowUnionTypes to allow union type keyword")}(e,t),function(e,t){const n=e.self.RULES.all;for(const r in n){const i=n[r];if("object"==typeof i&&(0,o.shouldUseRule)(e.schema,i)){const{type:n}=i.definition;n.length&&!n.some(e=>{return r=e,(n=t).includes(r)||"number"===r&&n.includes("integer");var n,r})&&O(e,`missing type "${n.join(",")}" for keyword "${r}"`)}}}(e,e.dataTypes))}(e,t),i.block(()=>{for(const e of m.rules)g(e);g(m.post)})):i.block(()=>P(e,"$ref",m.all.$ref.definition))}function S(e,t){const{gen:n,schema:r,opts:{useDefaults:i}}=e;function s(t,n){return!("unevaluatedProperties"!==n.keyword||!t.properties&&!t.patternProperties||e.isAllOfVariant||!1!==e.opts.defaultUnevaluatedProperties)}i&&(0,a.assignDefaults)(e,t.type),n.block(()=>{for(const n of t.rules)((0,o.shouldUseRule)(r,n)||s(r,n))&&P(e,n.keyword,n.definition,t.type)})}function E(e,t){return e.includes(t)||"integer"===t&&e.includes("number")}function O(e,t){t+=` at "${e.schemaEnv.baseId+e.errSchemaPath}" (strictTypes)`,(0,f.checkStrictMode)(e,t,e.opts.strictTypes)}class _{constructor(e,t,n){if((0,l.validateKeywordUsage)(e,t,n),this.gen=e.gen,this.allErrors=e.allErrors,this.keyword=n,this.data=e.data,this.schema=e.schema[n],this.$data=t.$data&&e.opts.$data&&this.schema&&this.schema.$data,this.schemaValue=(0,f.schemaRefOrVal)(e,this.schema,n,this.$data),this.schemaType=t.schemaType,this.parentSchema=e.schema,this.params={},this.it=e,this.def=t,this.$data)this.schemaCode=e.gen.const("vSchema",C(this.$data,e));else if(this.schemaCode=this.schemaValue,!(0,l.validSchemaType)(this.schema,t.schemaType,t.allowUndefined))throw new Error(`${n} value must be ${JSON.stringify(t.schemaType)}`);("code"in t?t.trackErrors:!1!==t.errors)&&(this.errsCount=e.gen.const("_errs",p.default.errors))}result(e,t,n){this.failResult((0,u.not)(e),t,n)}failResult(e,t,n){this.gen.if(e),n?n():this.error(),t?(this.gen.else(),t(),this.allErrors&&this.gen.endIf()):this.allErrors?this.gen.endIf():this.gen.else()}pass(e,t){this.failResult((0,u.not)(e),void 0,t)}fail(e){if(void 0===e)return this.error(),void(this.allErrors||this.gen.if(!1));this.gen.if(e),this.error(),this.allErrors?this.gen.endIf():this.gen.else()}fail$data(e){if(!this.$data)return this.fail(e);const{schemaCode:t}=this;this.fail(u._`${t} !== undefined && (${(0,u.or)(this.invalid$data(),e)})`)}error(e,t,n){if(t)return this.setParams(t),this._error(e,n),void this.setParams({});this._error(e,n)}_error(e,t){(e?h.reportExtraError:h.reportError)(this,this.def.error,t)}$dataError(){(0,h.reportError)(this,this.def.$dataError||h.keyword$DataError)}reset(){if(void 0===this.errsCount)throw new Error('add "trackErrors" to keyword definition');(0,h.resetErrorsCount)(this.gen,this.errsCount)}ok(e){this.allErrors||this.gen.if(e)}setParams(e,t){t?Object.assign(this.params,e):this.params=e}block$data(e,t,n=u.nil){this.gen.block(()=>{this.check$data(e,n),t()})}check$data(e=u.nil,t=u.nil){if(!this.$data)return;const{gen:n,schemaCode:r,schemaType:i,def:o}=this;n.if((0,u.or)(u._`${r} === undefined`,t)),e!==u.nil&&n.assign(e,!0),(i.length||o.validateSchema)&&(n.elseIf(this.invalid$data()),this.$dataError(),e!==u.nil&&n.assign(e,!1)),n.else()}invalid$data(){const{gen:e,schemaCode:t,schemaType:n,def:r,it:i}=this;return(0,u.or)(function(){if(n.length){if(!(t instanceof u.Name))throw new Error("ajv implementation error");const e=Array.isArray(n)?n:[n];return u._`${(0,s.checkDataTypes)(e,t,i.opts.strictNumbers,s.DataType.Wrong)}`}return u.nil}(),function(){if(r.validateSchema){const n=e.scopeValue("validate$data",{ref:r.validateSchema});return u._`!${n}(${t})`}return u.nil}())}subschema(e,t,n){const i=(0,c.getSubschema)(this.it,e);(0,c.extendSubschemaData)(i,this.it,e),(0,c.extendSubschemaMode)(i,e);const o={...this.it,...i,items:void 0,props:void 0,isAllOfVariant:n};return function(e,t){b(e)&&(v(e),y(e))?function(e,t){const{schema:n,gen:r,opts:i}=e;i.$comment&&n.$comment&&w(e),function(e){const t=e.schema[e.opts.schemaId];t&&(e.baseId=(0,d.resolveUrl)(e.opts.uriResolver,e.baseId,t))}(e),function(e){if(e.schema.$async&&!e.schemaEnv.$async)throw new Error("async schema in sync schema")}(e);const o=r.const("_errs",p.default.errors);x(e,o),r.var(t,u._`${o} === ${p.default.errors}`)}(e,t):(0,r.boolOrEmptySchema)(e,t)}(o,t),o}mergeEvaluated(e,t){const{it:n,gen:r}=this;n.opts.unevaluated&&(!0!==n.props&&void 0!==e.props&&(n.props=f.mergeEvaluated.props(r,e.props,n.props,t)),!0!==n.items&&void 0!==e.items&&(n.items=f.mergeEvaluated.items(r,e.items,n.items,t)))}mergeValidEvaluated(e,t){const{it:n,gen:r}=this;if(n.opts.unevaluated&&(!0!==n.props||!0!==n.items))return r.if(t,()=>this.mergeEvaluated(e,u.Name)),!0}}function P(e,t,n,r){const i=new _(e,n,t);"code"in n?n.code(i,r):i.$data&&n.validate?(0,l.funcKeywordCode)(i,n):"macro"in n?(0,l.macroKeywordCode)(i,n):(n.compile||n.validate)&&(0,l.funcKeywordCode)(i,n)}t.KeywordCxt=_;const $=/^\/(?:[^~]|~0|~1)*$/,A=/^([0-9]+)(#|\/(?:[^~]|~0|~1)*)?$/;function C(e,{dataLevel:t,dataNames:n,dataPathArr:r}){let i,o;if(""===e)return p.default.rootData;if("/"===e[0]){if(!$.test(e))throw new Error(`Invalid JSON-pointer: ${e}`);i=e,o=p.default.rootData}else{const s=A.exec(e);if(!s)throw new Error(`Invalid JSON-pointer: ${e}`);const a=+s[1];if(i=s[2],"#"===i){if(a>=t)throw new Error(l("property/index",a));return r[t-a]}if(a>t)throw new Error(l("data",a));if(o=n[t-a],!i)return o}let s=o;const a=i.split("/");for(const e of a)e&&(o=u._`${o}${(0,u.getProperty)((0,f.unescapeJsonPointer)(e))}`,s=u._`${s} && ${o}`);return s;function l(e,n){return`Cannot access ${e} ${n} levels up, current level is ${t}`}}},886:function(e,t,n){"use strict";t.macroKeywordCode=function(e,t){const{gen:n,keyword:i,schema:o,parentSchema:s,it:a}=e,c=t.macro.call(a.self,o,s,a),u=l(n,i,c);!1!==a.opts.validateSchema&&a.self.validateSchema(c,!0);const p=n.name("valid");e.subschema({schema:c,schemaPath:r.nil,errSchemaPath:`${a.errSchemaPath}/${i}`,topSchemaRef:u,compositeRule:!0},p),e.pass(p,()=>e.error(!0))},t.funcKeywordCode=function(e,t){var n;const{gen:c,keyword:u,schema:p,parentSchema:d,$data:f,it:h}=e;!function({schemaEnv:e},t){if(t.async&&!e.$async)throw new Error("async keyword in sync schema")}(h,t);const m=!f&&t.compile?t.compile.call(h.self,p,d,h):t.validate,g=l(c,u,m),y=c.let("valid");function b(n=(t.async?r._`await `:r.nil)){const s=h.opts.passContext?i.default.this:i.default.self,a=!("compile"in t&&!f||!1===t.schema);c.assign(y,r._`${n}${(0,o.callValidateCode)(e,g,s,a)}`,t.modifying)}function v(e){var n;c.if((0,r.not)(null!==(n=t.valid)&&void 0!==n?n:y),e)}e.block$data(y,function(){if(!1===t.errors)b(),t.modifying&&a(e),v(()=>e.error());else{const n=t.async?function(){const e=c.let("ruleErrs",null);return c.try(()=>b(r._`await `),t=>c.assign(y,!1).if(r._`${t} instanceof ${h.ValidationError}`,()=>c.assign(e,r._`${t}.errors`),()=>c.throw(t))),e}():function(){const e=r._`${g}.errors`;return c.assign(e,null),b(r.nil),e}();t.modifying&&a(e),v(()=>function(e,t){const{gen:n}=e;n.if(r._`Array.isArray(${t})`,()=>{n.assign(i.default.vErrors,r._`${i.default.vErrors} === null ? ${t} : ${i.default.vErrors}.concat(${t})`).assign(i.default.errors,r._`${i.default.vErrors}.length`),(0,s.extendErrors)(e)},()=>e.error())}(e,n))}}),e.ok(null!==(n=t.valid)&&void 0!==n?n:y)},t.validSchemaType=function(e,t,n=!1){return!t.length||t.some(t=>"array"===t?Array.isArray(e):"object"===t?e&&"object"==typeof e&&!Array.isArray(e):typeof e==t||n&&void 0===e)},t.validateKeywordUsage=function({schema:e,opts:t,self:n,errSchemaPath:r},i,o){if(Array.isArray(i.keyword)?!i.keyword.includes(o):i.keyword!==o)throw new Error("ajv implementation error");const s=i.dependencies;if(null==s?void 0:s.some(t=>!Object.prototype.hasOwnProperty.call(e,t)))throw new Error(`parent schema must have dependencies of ${o}: ${s.join(",")}`);if(i.validateSchema&&!i.validateSchema(e[o])){const e=`keyword "${o}" value is invalid at path "${r}": `+n.errorsText(i.validateSchema.errors);if("log"!==t.validateSchema)throw new Error(e);n.logger.error(e)}};const r=n(9288),i=n(6202),o=n(4608),s=n(695);function a(e){const{gen:t,data:n,it:i}=e;t.if(i.parentData,()=>t.assign(n,r._`${i.parentData}[${i.parentDataProperty}]`))}function l(e,t,n){if(void 0===n)throw new Error(`keyword "${t}" failed to compile`);return e.scopeValue("keyword","function"==typeof n?{ref:n}:{ref:n,code:(0,r.stringify)(n)})}},820:function(e,t,n){"use strict";t.getSubschema=function(e,{keyword:t,schemaProp:n,schema:o,schemaPath:s,errSchemaPath:a,topSchemaRef:l}){if(void 0!==t&&void 0!==o)throw new Error('both "keyword" and "schema" passed, only one allowed');if(void 0!==t){const o=e.schema[t];return void 0===n?{schema:o,schemaPath:r._`${e.schemaPath}${(0,r.getProperty)(t)}`,errSchemaPath:`${e.errSchemaPath}/${t}`}:{schema:o[n],schemaPath:r._`${e.schemaPath}${(0,r.getProperty)(t)}${(0,r.getProperty)(n)}`,errSchemaPath:`${e.errSchemaPath}/${t}/${(0,i.escapeFragment)(n)}`}}if(void 0!==o){if(void 0===s||void 0===a||void 0===l)throw new Error('"schemaPath", "errSchemaPath" and "topSchemaRef" are required with "schema"');return{schema:o,schemaPath:s,topSchemaRef:l,errSchemaPath:a}}throw new Error('either "keyword" or "schema" must be passed')},t.extendSubschemaData=function(e,t,{dataProp:n,dataPropType:o,data:s,dataTypes:a,propertyName:l}){if(void 0!==s&&void 0!==n)throw new Error('both "data" and "dataProp" passed, only one allowed');const{gen:c}=t;if(void 0!==n){const{errorPath:s,dataPathArr:a,opts:l}=t;u(c.let("data",r._`${t.data}${(0,r.getProperty)(n)}`,!0)),e.errorPath=r.str`${s}${(0,i.getErrorPath)(n,o,l.jsPropertySyntax)}`,e.parentDataProperty=r._`${n}`,e.dataPathArr=[...a,e.parentDataProperty]}function u(n){e.data=n,e.dataLevel=t.dataLevel+1,e.dataTypes=[],t.definedProperties=new Set,e.parentData=t.data,e.dataNames=[...t.dataNames,n]}void 0!==s&&(u(s instanceof r.Name?s:c.let("data",s,!0)),void 0!==l&&(e.propertyName=l)),a&&(e.dataTypes=a)},t.extendSubschemaMode=function(e,{jtdDiscriminator:t,jtdMetadata:n,compositeRule:r,createErrors:i,allErrors:o}){void 0!==r&&(e.compositeRule=r),void 0!==i&&(e.createErrors=i),void 0!==o&&(e.allErrors=o),e.jtdDiscriminator=t,e.jtdMetadata=n};const r=n(9288),i=n(2124)},2785:function(e,t,n){"use strict";n(8597),n(9288);const r=n(4273),i=n(2830),o=n(9485),s=n(6066),a=n(9288),l=n(9630),c=n(6649),u=n(2124),p=n(8884),d=n(5689),f=(e,t)=>new RegExp(e,t);f.code="new RegExp";const h=["removeAdditional","useDefaults","coerceTypes","defaultUnevaluatedProperties","defaultAdditionalProperties"],m=new Set(["validate","serialize","parse","wrapper","root","schema","keyword","pattern","formats","validate$data","func","obj","Error"]),g={errorDataPath:"",format:"`validateFormats: false` can be used instead.",nullable:'"nullable" keyword is supported by default.',jsonPointers:"Deprecated jsPropertySyntax can be used instead.",extendRefs:"Deprecated ignoreKeywordsWithRef can be used instead.",missingRefs:"Pass empty schema with $id that should be ignored to ajv.addSchema.",processCode:"Use option `code: {process: (code, schemaEnv: object) => string}`",sourceCode:"Use option `code: {source: true}`",strictDefaults:"It is default now, see option `strict`.",strictKeywords:"It is default now, see option `strict`.",uniqueItems:'"uniqueItems" keyword is always validated.',unknownFormats:"Disable strict mode or pass `true` to `ajv.addFormat` (or `formats` option).",cache:"Map is used as cache, schema object as key.",serialize:"Map is used as cache, schema object as key.",ajvErrors:"It is default now."},y={ignoreKeywordsWithRef:"",jsPropertySyntax:"",unicode:'"minLength"/"maxLength" account for unicode characters by default.'};function b(e){var t,n,r,i,o,s,a,l,c,u,p,h,m,g,y,b,v,x,w,k,S,E,O,_,P;const $=e.strict,A=null===(t=e.code)||void 0===t?void 0:t.optimize,C=!0===A||void 0===A?1:A||0,j=null!==(r=null===(n=e.code)||void 0===n?void 0:n.regExp)&&void 0!==r?r:f,T=null!==(i=e.uriResolver)&&void 0!==i?i:d.default;return{strictSchema:null===(s=null!==(o=e.strictSchema)&&void 0!==o?o:$)||void 0===s||s,strictNumbers:null===(l=null!==(a=e.strictNumbers)&&void 0!==a?a:$)||void 0===l||l,strictTypes:null!==(u=null!==(c=e.strictTypes)&&void 0!==c?c:$)&&void 0!==u?u:"log",strictTuples:null!==(h=null!==(p=e.strictTuples)&&void 0!==p?p:$)&&void 0!==h?h:"log",strictRequired:null!==(g=null!==(m=e.strictRequired)&&void 0!==m?m:$)&&void 0!==g&&g,code:e.code?{...e.code,optimize:C,regExp:j}:{optimize:C,regExp:j},loopRequired:null!==(y=e.loopRequired)&&void 0!==y?y:200,loopEnum:null!==(b=e.loopEnum)&&void 0!==b?b:200,meta:null===(v=e.meta)||void 0===v||v,messages:null===(x=e.messages)||void 0===x||x,inlineRefs:null===(w=e.inlineRefs)||void 0===w||w,schemaId:null!==(k=e.schemaId)&&void 0!==k?k:"$id",addUsedSchema:null===(S=e.addUsedSchema)||void 0===S||S,validateSchema:null===(E=e.validateSchema)||void 0===E||E,validateFormats:null===(O=e.validateFormats)||void 0===O||O,unicodeRegExp:null===(_=e.unicodeRegExp)||void 0===_||_,int32range:null===(P=e.int32range)||void 0===P||P,uriResolver:T}}class v{constructor(e={}){this.schemas={},this.refs={},this.formats={},this._compilations=new Set,this._loading={},this._cache=new Map,e=this.opts={...e,...b(e)};const{es5:t,lines:n}=this.opts.code;this.scope=new a.ValueScope({scope:{},prefixes:m,es5:t,lines:n}),this.logger=function(e){if(!1===e)return _;if(void 0===e)return console;if(e.log&&e.warn&&e.error)return e;throw new Error("logger must implement log, warn and error methods")}(e.logger);const r=e.validateFormats;e.validateFormats=!1,this.RULES=(0,o.getRules)(),x.call(this,g,e,"NOT SUPPORTED"),x.call(this,y,e,"DEPRECATED","warn"),this._metaOpts=O.call(this),e.formats&&S.call(this),this._addVocabularies(),this._addDefaultMetaSchema(),e.keywords&&E.call(this,e.keywords),"object"==typeof e.meta&&this.addMetaSchema(e.meta),k.call(this),e.validateFormats=r}_addVocabularies(){this.addKeyword("$async")}_addDefaultMetaSchema(){const{$data:e,meta:t,schemaId:n}=this.opts;let r=p;"id"===n&&(r={...p},r.id=r.$id,delete r.$id),t&&e&&this.addMetaSchema(r,r[n],!1)}defaultMeta(){const{meta:e,schemaId:t}=this.opts;return this.opts.defaultMeta="object"==typeof e?e[t]||e:void 0}validate(e,t){let n;if("string"==typeof e){if(n=this.getSchema(e),!n)throw new Error(`no schema with key or ref "${e}"`)}else n=this.compile(e);const r=n(t);return"$async"in n||(this.errors=n.errors),r}compile(e,t){const n=this._addSchema(e,t);return n.validate||this._compileSchemaEnv(n)}compileAsync(e,t){if("function"!=typeof this.opts.loadSchema)throw new Error("options.loadSchema should be a function");const{loadSchema:n}=this.opts;return r.call(this,e,t);async function r(e,t){await o.call(this,e.$schema);const n=this._addSchema(e,t);return n.validate||s.call(this,n)}async function o(e){e&&!this.getSchema(e)&&await r.call(this,{$ref:e},!0)}async function s(e){try{return this._compileSchemaEnv(e)}catch(t){if(!(t instanceof i.default))throw t;return a.call(this,t),await l.call(this,t.missingSchema),s.call(this,e)}}function a({missingSchema:e,missingRef:t}){if(this.refs[e])throw new Error(`AnySchema ${e} is loaded but ${t} cannot be resolved`)}async function l(e){const n=await c.call(this,e);this.refs[e]||await o.call(this,n.$schema),this.refs[e]||this.addSchema(n,e,t)}async function c(e){const t=this._loading[e];if(t)return t;try{return await(this._loading[e]=n(e))}finally{delete this._loading[e]}}}addSchema(e,t,n,r=this.opts.validateSchema){if(Array.isArray(e)){for(const t of e)this.addSchema(t,void 0,n,r);return this}let i;if("object"==typeof e){const{schemaId:t}=this.opts;if(i=e[t],void 0!==i&&"string"!=typeof i)throw new Error(`schema ${t} must be string`)}return t=(0,l.normalizeId)(t||i),this._checkUnique(t),this.schemas[t]=this._addSchema(e,n,t,r,!0),this}addMetaSchema(e,t,n=this.opts.validateSchema){return this.addSchema(e,t,!0,n),this}validateSchema(e,t){if("boolean"==typeof e)return!0;let n;if(n=e.$schema,void 0!==n&&"string"!=typeof n)throw new Error("$schema must be a string");if(n=n||this.opts.defaultMeta||this.defaultMeta(),!n)return this.logger.warn("meta-schema not available"),this.errors=null,!0;const r=this.validate(n,e);if(!r&&t){const e="schema is invalid: "+this.errorsText();if("log"!==this.opts.validateSchema)throw new Error(e);this.logger.error(e)}return r}getSchema(e){let t;for(;"string"==typeof(t=w.call(this,e));)e=t;if(void 0===t){const{schemaId:n}=this.opts,r=new s.SchemaEnv({schema:{},schemaId:n});if(t=s.resolveSchema.call(this,r,e),!t)return;this.refs[e]=t}return t.validate||this._compileSchemaEnv(t)}removeSchema(e){if(e instanceof RegExp)return this._removeAllSchemas(this.schemas,e),this._removeAllSchemas(this.refs,e),this;switch(typeof e){case"undefined":return this._removeAllSchemas(this.schemas),this._removeAllSchemas(this.refs),this._cache.clear(),this;case"string":{const t=w.call(this,e);return"object"==typeof t&&this._cache.delete(t.schema),delete this.schemas[e],delete this.refs[e],this}case"object":{const t=e;this._cache.delete(t);let n=e[this.opts.schemaId];return n&&(n=(0,l.normalizeId)(n),delete this.schemas[n],delete this.refs[n]),this}default:throw new Error("ajv.removeSchema: invalid parameter")}}addVocabulary(e){for(const t of e)this.addKeyword(t);return this}addKeyword(e,t){let n;if("string"==typeof e)n=e,"object"==typeof t&&(this.logger.warn("these parameters are deprecated, see docs for addKeyword"),t.keyword=n);else{if("object"!=typeof e||void 0!==t)throw new Error("invalid addKeywords parameters");if(n=(t=e).keyword,Array.isArray(n)&&!n.length)throw new Error("addKeywords: keyword must be string or non-empty array")}if($.call(this,n,t),!t)return(0,u.eachItem)(n,e=>A.call(this,e)),this;j.call(this,t);const r={...t,type:(0,c.getJSONTypes)(t.type),schemaType:(0,c.getJSONTypes)(t.schemaType)};return(0,u.eachItem)(n,0===r.type.length?e=>A.call(this,e,r):e=>r.type.forEach(t=>A.call(this,e,r,t))),this}getKeyword(e){const t=this.RULES.all[e];return"object"==typeof t?t.definition:!!t}removeKeyword(e){const{RULES:t}=this;delete t.keywords[e],delete t.all[e];for(const n of t.rules){const t=n.rules.findIndex(t=>t.keyword===e);t>=0&&n.rules.splice(t,1)}return this}addFormat(e,t){return"string"==typeof t&&(t=new RegExp(t)),this.formats[e]=t,this}errorsText(e=this.errors,{separator:t=", ",dataVar:n="data"}={}){return e&&0!==e.length?e.map(e=>`${n}${e.instancePath} ${e.message}`).reduce((e,n)=>e+t+n):"No errors"}$dataMetaSchema(e,t){const n=this.RULES.all;e=JSON.parse(JSON.stringify(e));for(const r of t){const t=r.split("/").slice(1);let i=e;for(const e of t)i=i[e];for(const e in n){const t=n[e];if("object"!=typeof t)continue;const{$data:r}=t.definition,o=i[e];r&&o&&(i[e]=N(o))}}return e}_removeAllSchemas(e,t){for(const n in e){const r=e[n];t&&!t.test(n)||("string"==typeof r?delete e[n]:r&&!r.meta&&(this._cache.delete(r.schema),delete e[n]))}}_addSchema(e,t,n,r=this.opts.validateSchema,i=this.opts.addUsedSchema){let o;const{schemaId:a}=this.opts;if("object"==typeof e)o=e[a];else{if(this.opts.jtd)throw new Error("schema must be object");if("boolean"!=typeof e)throw new Error("schema must be object or boolean")}let c=this._cache.get(e);if(void 0!==c)return c;n=(0,l.normalizeId)(o||n);const u=l.getSchemaRefs.call(this,e,n);return c=new s.SchemaEnv({schema:e,schemaId:a,meta:t,baseId:n,localRefs:u}),this._cache.set(c.schema,c),i&&!n.startsWith("#")&&(n&&this._checkUnique(n),this.refs[n]=c),r&&this.validateSchema(e,!0),c}_checkUnique(e){if(this.schemas[e]||this.refs[e])throw new Error(`schema with key or id "${e}" already exists`)}_compileSchemaEnv(e){if(e.meta?this._compileMetaSchema(e):s.compileSchema.call(this,e),!e.validate)throw new Error("ajv implementation error");return e.validate}_compileMetaSchema(e){const t=this.opts;this.opts=this._metaOpts;try{s.compileSchema.call(this,e)}finally{this.opts=t}}}function x(e,t,n,r="error"){for(const i in e){const o=i;o in t&&this.logger[r](`${n}: option ${i}. ${e[o]}`)}}function w(e){return e=(0,l.normalizeId)(e),this.schemas[e]||this.refs[e]}function k(){const e=this.opts.schemas;if(e)if(Array.isArray(e))this.addSchema(e);else for(const t in e)this.addSchema(e[t],t)}function S(){for(const e in this.opts.formats){const t=this.opts.formats[e];t&&this.addFormat(e,t)}}function E(e){if(Array.isArray(e))this.addVocabulary(e);else{this.logger.warn("keywords option as map is deprecated, pass array");for(const t in e){const n=e[t];n.keyword||(n.keyword=t),this.addKeyword(n)}}}function O(){const e={...this.opts};for(const t of h)delete e[t];return e}v.ValidationError=r.default,v.MissingRefError=i.default,t.default=v;const _={log(){},warn(){},error(){}},P=/^[a-z_$][a-z0-9_$:-]*$/i;function $(e,t){const{RULES:n}=this;if((0,u.eachItem)(e,e=>{if(n.keywords[e])throw new Error(`Keyword ${e} is already defined`);if(!P.test(e))throw new Error(`Keyword ${e} has invalid name`)}),t&&t.$data&&!("code"in t)&&!("validate"in t))throw new Error('$data keyword must have "code" or "validate" function')}function A(e,t,n){var r;const i=null==t?void 0:t.post;if(n&&i)throw new Error('keyword with "post" flag cannot have "type"');const{RULES:o}=this;let s=i?o.post:o.rules.find(({type:e})=>e===n);if(s||(s={type:n,rules:[]},o.rules.push(s)),o.keywords[e]=!0,!t)return;const a={keyword:e,definition:{...t,type:(0,c.getJSONTypes)(t.type),schemaType:(0,c.getJSONTypes)(t.schemaType)}};t.before?C.call(this,s,a,t.before):s.rules.push(a),o.all[e]=a,null===(r=t.implements)||void 0===r||r.forEach(e=>this.addKeyword(e))}function C(e,t,n){const r=e.rules.findIndex(e=>e.keyword===n);r>=0?e.rules.splice(r,0,t):(e.rules.push(t),this.logger.warn(`rule ${n} is not defined`))}function j(e){let{metaSchema:t}=e;void 0!==t&&(e.$data&&this.opts.$data&&(t=N(t)),e.validateSchema=this.compile(t,!0))}const T={$ref:"https://raw.githubusercontent.com/ajv-validator/ajv/master/lib/refs/data.json#"};function N(e){return{anyOf:[e,T]}}},2791:function(e,t,n){"use strict";t.default=function(e){return[r,i,o,s,a,t(this,l),c,t(this,u)].forEach(e=>this.addMetaSchema(e,void 0,!1)),this;function t(t,n){return e?t.$dataMetaSchema(n,p):n}};const r=n(7207),i=n(3243),o=n(8818),s=n(6211),a=n(3953),l=n(6573),c=n(5386),u=n(9509),p=["/properties"]},8947:function(e,t,n){"use strict";const r=n(2017);r.code='require("ajv/dist/runtime/equal").default',t.default=r},9794:function(e,t){"use strict";function n(e){const t=e.length;let n,r=0,i=0;for(;i<t;)r++,n=e.charCodeAt(i++),n>=55296&&n<=56319&&i<t&&(n=e.charCodeAt(i),56320==(64512&n)&&i++);return r}t.default=n,n.code='require("ajv/dist/runtime/ucs2length").default'},5689:function(e,t,n){"use strict";const r=n(8715);r.code='require("ajv/dist/runtime/uri").default',t.default=r},4273:function(e,t){"use strict";class n extends Error{constructor(e){super("validation failed"),this.errors=e,this.ajv=this.validation=!0}}t.default=n},2276:function(e,t,n){"use strict";t.validateAdditionalItems=s;const r=n(9288),i=n(2124),o={keyword:"additionalItems",type:"array",schemaType:["boolean","object"],before:"uniqueItems",error:{message:({params:{len:e}})=>r.str`must NOT have more than ${e} items`,params:({params:{len:e}})=>r._`{limit: ${e}}`},code(e){const{parentSchema:t,it:n}=e,{items:r}=t;Array.isArray(r)?s(e,r):(0,i.checkStrictMode)(n,'"additionalItems" is ignored when "items" is not an array of schemas')}};function s(e,t){const{gen:n,schema:o,data:s,keyword:a,it:l}=e;l.items=!0;const c=n.const("len",r._`${s}.length`);if(!1===o)e.setParams({len:t.length}),e.pass(r._`${c} <= ${t.length}`);else if("object"==typeof o&&!(0,i.alwaysValidSchema)(l,o)){const o=n.var("valid",r._`${c} <= ${t.length}`);n.if((0,r.not)(o),()=>function(o){n.forRange("i",t.length,c,t=>{e.subschema({keyword:a,dataProp:t,dataPropType:i.Type.Num},o),l.allErrors||n.if((0,r.not)(o),()=>n.break())})}(o)),e.ok(o)}}t.default=o},3003:function(e,t,n){"use strict";const r=n(4608),i=n(9288),o=n(6202),s=n(2124),a={keyword:"additionalProperties",type:["object"],schemaType:["boolean","object"],allowUndefined:!0,trackErrors:!0,error:{message:"must NOT have additional properties",params:({params:e})=>i._`{additionalProperty: ${e.additionalProperty}}`},code(e){const{gen:t,parentSchema:n,data:a,errsCount:l,it:c}=e,{schema:u=c.opts.defaultAdditionalProperties}=e;if(!l)throw new Error("ajv implementation error");const{allErrors:p,opts:d}=c;if(c.props=!0,"all"!==d.removeAdditional&&(0,s.alwaysValidSchema)(c,u))return;const f=(0,r.allSchemaProperties)(n.properties),h=(0,r.allSchemaProperties)(n.patternProperties);function m(e){t.code(i._`delete ${a}[${e}]`)}function g(n){if("all"===d.removeAdditional||d.removeAdditional&&!1===u)m(n);else{if(!1===u)return e.setParams({additionalProperty:n}),e.error(),void(p||t.break());if("object"==typeof u&&!(0,s.alwaysValidSchema)(c,u)){const r=t.name("valid");"failing"===d.removeAdditional?(y(n,r,!1),t.if((0,i.not)(r),()=>{e.reset(),m(n)})):(y(n,r),p||t.if((0,i.not)(r),()=>t.break()))}}}function y(t,n,r){const i={keyword:"additionalProperties",dataProp:t,dataPropType:s.Type.Str};!1===r&&Object.assign(i,{compositeRule:!0,createErrors:!1,allErrors:!1}),e.subschema(i,n)}t.forIn("key",a,o=>{f.length||h.length?t.if(function(o){let a;if(f.length>8){const e=(0,s.schemaRefOrVal)(c,n.properties,"properties");a=(0,r.isOwnProperty)(t,e,o)}else a=f.length?(0,i.or)(...f.map(e=>i._`${o} === ${e}`)):i.nil;return h.length&&(a=(0,i.or)(a,...h.map(t=>i._`${(0,r.usePattern)(e,t)}.test(${o})`))),(0,i.not)(a)}(o),()=>g(o)):g(o)}),e.ok(i._`${l} === ${o.default.errors}`)}};t.default=a},5049:function(e,t,n){"use strict";const r=n(2124),i={keyword:"allOf",schemaType:"array",code(e){const{gen:t,schema:n,it:i}=e;if(!Array.isArray(n))throw new Error("ajv implementation error");const o=t.name("valid");n.forEach((t,n)=>{if((0,r.alwaysValidSchema)(i,t))return;const s=e.subschema({keyword:"allOf",schemaProp:n},o,!0);e.ok(o),e.mergeEvaluated(s)})}};t.default=i},7856:function(e,t,n){"use strict";const r={keyword:"anyOf",schemaType:"array",trackErrors:!0,code:n(4608).validateUnion,error:{message:"must match a schema in anyOf"}};t.default=r},3842:function(e,t,n){"use strict";const r=n(9288),i=n(2124),o={keyword:"contains",type:"array",schemaType:["object","boolean"],before:"uniqueItems",trackErrors:!0,error:{message:({params:{min:e,max:t}})=>void 0===t?r.str`must contain at least ${e} valid item(s)`:r.str`must contain at least ${e} and no more than ${t} valid item(s)`,params:({params:{min:e,max:t}})=>void 0===t?r._`{minContains: ${e}}`:r._`{minContains: ${e}, maxContains: ${t}}`},code(e){const{gen:t,schema:n,parentSchema:o,data:s,it:a}=e;let l,c;const{minContains:u,maxContains:p}=o;a.opts.next?(l=void 0===u?1:u,c=p):l=1;const d=t.const("len",r._`${s}.length`);if(e.setParams({min:l,max:c}),void 0===c&&0===l)return void(0,i.checkStrictMode)(a,'"minContains" == 0 without "maxContains": "contains" keyword ignored');if(void 0!==c&&l>c)return(0,i.checkStrictMode)(a,'"minContains" > "maxContains" is always invalid'),void e.fail();if((0,i.alwaysValidSchema)(a,n)){let t=r._`${d} >= ${l}`;return void 0!==c&&(t=r._`${t} && ${d} <= ${c}`),void e.pass(t)}a.items=!0;const f=t.name("valid");function h(){const e=t.name("_valid"),n=t.let("count",0);m(e,()=>t.if(e,()=>function(e){t.code(r._`${e}++`),void 0===c?t.if(r._`${e} >= ${l}`,()=>t.assign(f,!0).break()):(t.if(r._`${e} > ${c}`,()=>t.assign(f,!1).break()),1===l?t.assign(f,!0):t.if(r._`${e} >= ${l}`,()=>t.assign(f,!0)))}(n)))}function m(n,r){t.forRange("i",0,d,t=>{e.subschema({keyword:"contains",dataProp:t,dataPropType:i.Type.Num,compositeRule:!0},n),r()})}void 0===c&&1===l?m(f,()=>t.if(f,()=>t.break())):0===l?(t.let(f,!0),void 0!==c&&t.if(r._`${s}.length > 0`,h)):(t.let(f,!1),h()),e.result(f,()=>e.reset())}};t.default=o},7630:function(e,t,n){"use strict";t.error=void 0,t.validatePropertyDeps=a,t.validateSchemaDeps=l;const r=n(9288),i=n(2124),o=n(4608);t.error={message:({params:{property:e,depsCount:t,deps:n}})=>{const i=1===t?"property":"properties";return r.str`must have ${i} ${n} when property ${e} is present`},params:({params:{property:e,depsCount:t,deps:n,missingProperty:i}})=>r._`{property: ${e},
    missingProperty: ${i},
    depsCount: ${t},
      @media ${t?"print, ":""} screen and (max-width: ${t=>t.theme.breakpoints[e]}) ${n||""} {
        ${ps(...r)};
      }
    `},greaterThan(e){return(...t)=>ps`
      @media (min-width: ${t=>t.theme.breakpoints[e]}) {
        ${ps(...t)};
      }
    `},between(e,t){return(...n)=>ps`
      @media (min-width: ${t=>t.theme.breakpoints[e]}) and (max-width: ${e=>e.theme.breakpoints[t]}) {
        ${ps(...n)};
      }
    `}};var gs=us;function ys(e){return t=>{if(t.theme.extensionsHook)return t.theme.extensionsHook(e,t)}}const bs=gs.div`
  padding: 20px;
  color: red;
`;class vs extends n.Component{constructor(e){super(e),this.state={error:void 0}}componentDidCatch(e){return this.setState({error:e}),!1}render(){return this.state.error?n.createElement(bs,null,n.createElement("h1",null,"Something went wrong..."),n.createElement("small",null," ",this.state.error.message," "),n.createElement("p",null,n.createElement("details",null,n.createElement("summary",null,"Stack trace"),n.createElement("pre",null,this.state.error.stack))),n.createElement("small",null," ReDoc Version: ","2.5.4")," ",n.createElement("br",null),n.createElement("small",null," Commit: ","7a9ec49")):n.createElement(n.Fragment,null,n.Children.only(this.props.children))}}const xs=fs`
  0% {
    transform: rotate(0deg); }
  100% {
    transform: rotate(360deg);
  }
`,ws=gs(e=>n.createElement("svg",{className:e.className,version:"1.1",width:"512",height:"512",viewBox:"0 0 512 512"},n.createElement("path",{d:"M275.682 147.999c0 10.864-8.837 19.661-19.682 19.661v0c-10.875 0-19.681-8.796-19.681-19.661v-96.635c0-10.885 8.806-19.661 19.681-19.661v0c10.844 0 19.682 8.776 19.682 19.661v96.635z"}),n.createElement("path",{d:"M275.682 460.615c0 10.865-8.837 19.682-19.682 19.682v0c-10.875 0-19.681-8.817-19.681-19.682v-96.604c0-10.885 8.806-19.681 19.681-19.681v0c10.844 0 19.682 8.796 19.682 19.682v96.604z"}),n.createElement("path",{d:"M147.978 236.339c10.885 0 19.681 8.755 19.681 19.641v0c0 10.885-8.796 19.702-19.681 19.702h-96.624c-10.864 0-19.661-8.817-19.661-19.702v0c0-10.885 8.796-19.641 19.661-19.641h96.624z"}),n.createElement("path",{d:"M460.615 236.339c10.865 0 19.682 8.755 19.682 19.641v0c0 10.885-8.817 19.702-19.682 19.702h-96.584c-10.885 0-19.722-8.817-19.722-19.702v0c0-10.885 8.837-19.641 19.722-19.641h96.584z"}),n.createElement("path",{d:"M193.546 165.703c7.69 7.66 7.68 20.142 0 27.822v0c-7.701 7.701-20.162 7.701-27.853 0.020l-68.311-68.322c-7.68-7.701-7.68-20.142 0-27.863v0c7.68-7.68 20.121-7.68 27.822 0l68.342 68.342z"}),n.createElement("path",{d:"M414.597 386.775c7.7 7.68 7.7 20.163 0.021 27.863v0c-7.7 7.659-20.142 7.659-27.843-0.062l-68.311-68.26c-7.68-7.7-7.68-20.204 0-27.863v0c7.68-7.7 20.163-7.7 27.842 0l68.291 68.322z"}),n.createElement("path",{d:"M165.694 318.464c7.69-7.7 20.153-7.7 27.853 0v0c7.68 7.659 7.69 20.163 0 27.863l-68.342 68.322c-7.67 7.659-20.142 7.659-27.822-0.062v0c-7.68-7.68-7.68-20.122 0-27.801l68.311-68.322z"}),n.createElement("path",{d:"M386.775 97.362c7.7-7.68 20.142-7.68 27.822 0v0c7.7 7.68 7.7 20.183 0.021 27.863l-68.322 68.311c-7.68 7.68-20.163 7.68-27.843-0.020v0c-7.68-7.68-7.68-20.162 0-27.822l68.322-68.332z"})))`
  animation: 2s ${xs} linear infinite;
  width: 50px;
  height: 50px;
  content: '';
  display: inline-block;
  margin-left: -25px;

  path {
    fill: ${e=>e.color};
  }
`,ks=gs.div`
  font-family: helvetica, sans;
  width: 100%;
  text-align: center;
  font-size: 25px;
  margin: 30px 0 20px 0;
  color: ${e=>e.color};
`;class Ss extends n.PureComponent{render(){return n.createElement("div",{style:{textAlign:"center"}},n.createElement(ks,{color:this.props.color},"Loading ..."),n.createElement(ws,{color:this.props.color}))}}var Es=r(5556);const Os=n.createContext(new _i({})),_s=Os.Provider,Ps=Os.Consumer;var $s=r(854),As=r(8921),Cs=r(65);var js=r(5156),Ts=r(228),Ns=r(1095),Is=r.n(Ns);const Rs=Ns.parse;class Ls{static baseName(e,t=1){const n=Ls.parse(e);return n[n.length-t]}static dirName(e,t=1){const n=Ls.parse(e);return Ns.compile(n.slice(0,n.length-t))}static relative(e,t){const n=Ls.parse(e);return Ls.parse(t).slice(n.length)}static parse(e){let t=e;return"#"===t.charAt(0)&&(t=t.substring(1)),Rs(t)}static join(e,t){const n=Ls.parse(e).concat(t);return Ns.compile(n)}static get(e,t){return Ns.get(e,t)}static compile(e){return Ns.compile(e)}static escape(e){return Ns.escape(e)}}Ns.parse=Ls.parse,Object.assign(Ls,Ns);var Ds=r(7975),Ms=r(8769),zs=Object.defineProperty,Fs=Object.defineProperties,Us=Object.getOwnPropertyDescriptors,qs=Object.getOwnPropertySymbols,Bs=Object.prototype.hasOwnProperty,Vs=Object.prototype.propertyIsEnumerable,Ws=(e,t,n)=>t in e?zs(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n,Hs=(e,t)=>{for(var n in t||(t={}))Bs.call(t,n)&&Ws(e,n,t[n]);if(qs)for(var n of qs(t))Vs.call(t,n)&&Ws(e,n,t[n]);return e},Ys=(e,t)=>Fs(e,Us(t));function Gs(e){return"string"==typeof e&&/\dxx/i.test(e)}function Ks(e,t=!1){if("default"===e)return t?"error":"success";let n="string"==typeof e?parseInt(e,10):e;if(Gs(e)&&(n*=100),n<100||n>599)throw new Error("invalid HTTP code");let r="success";return n>=300&&n<400?r="redirect":n>=400?r="error":n<200&&(r="info"),r}const Qs={get:!0,post:!0,put:!0,head:!0,patch:!0,delete:!0,options:!0,$ref:!0};function Xs(e){return e in Qs}const Js={multipleOf:"number",maximum:"number",exclusiveMaximum:"number",minimum:"number",exclusiveMinimum:"number",maxLength:"string",minLength:"string",pattern:"string",contentEncoding:"string",contentMediaType:"string",items:"array",maxItems:"array",minItems:"array",uniqueItems:"array",maxProperties:"object",minProperties:"object",required:"object",additionalProperties:"object",unevaluatedProperties:"object",properties:"object",patternProperties:"object"};function Zs(e,t=e.type){if(e["x-circular-ref"])return!0;if(void 0!==e.oneOf||void 0!==e.anyOf)return!1;if(e.if&&e.then||e.if&&e.else)return!1;let n=!0;const r=pi(t);return("object"===t||r&&(null==t?void 0:t.includes("object")))&&(n=void 0!==e.properties?0===Object.keys(e.properties).length:void 0===e.additionalProperties&&void 0===e.unevaluatedProperties&&void 0===e.patternProperties),!pi(e.items)&&!pi(e.prefixItems)&&(void 0!==e.items&&!di(e.items)&&("array"===t||r&&(null==t?void 0:t.includes("array")))&&(n=Zs(e.items,e.items.type)),n)}function ea(e){return-1!==e.search(/json/i)}function ta(e,t,n){return pi(e)?e.map(e=>e.toString()).join(n):"object"==typeof e?Object.keys(e).map(t=>`${t}${n}${e[t]}`).join(n):t+"="+e.toString()}function na(e,t){return pi(e)?(console.warn("deepObject style cannot be used with array value:"+e.toString()),""):"object"==typeof e?Object.keys(e).map(n=>`${t}[${n}]=${e[n]}`).join("&"):(console.warn("deepObject style cannot be used with non-object value:"+e.toString()),"")}function ra(e,t,n){const r="__redoc_param_name__",i=t?"*":"";return Ms.parse(`{?${r}${i}}`).expand({[r]:n}).substring(1).replace(/__redoc_param_name__/g,e)}function ia(e,t){return ea(t)?JSON.stringify(e):(console.warn(`Parameter serialization as ${t} is not supported`),"")}function oa(e,t){return e.in?decodeURIComponent(function(e,t){const{name:n,style:r,explode:i=!1,serializationMime:o}=e;if(o)switch(e.in){case"path":case"header":return ia(t,o);case"cookie":case"query":return`${n}=${ia(t,o)}`;default:return console.warn("Unexpected parameter location: "+e.in),""}if(!r)return console.warn(`Missing style attribute or content for parameter ${n}`),"";switch(e.in){case"path":return function(e,t,n,r){const i=n?"*":"";let o="";"label"===t?o=".":"matrix"===t&&(o=";");const s="__redoc_param_name__";return Ms.parse(`{${o}${s}${i}}`).expand({[s]:r}).replace(/__redoc_param_name__/g,e)}(n,r,i,t);case"query":return function(e,t,n,r){switch(t){case"form":return ra(e,n,r);case"spaceDelimited":return pi(r)?n?ra(e,n,r):`${e}=${r.join("%20")}`:(console.warn("The style spaceDelimited is only applicable to arrays"),"");case"pipeDelimited":return pi(r)?n?ra(e,n,r):`${e}=${r.join("|")}`:(console.warn("The style pipeDelimited is only applicable to arrays"),"");case"deepObject":return!n||pi(r)||"object"!=typeof r?(console.warn("The style deepObject is only applicable for objects with explode=true"),""):na(r,e);default:return console.warn("Unexpected style for query: "+t),""}}(n,r,i,t);case"header":return function(e,t,n){if("simple"===e){const e=t?"*":"",r="__redoc_param_name__",i=Ms.parse(`{${r}${e}}`);return decodeURIComponent(i.expand({[r]:n}))}return console.warn("Unexpected style for header: "+e),""}(r,i,t);case"cookie":return function(e,t,n,r){return"form"===t?ra(e,n,r):(console.warn("Unexpected style for cookie: "+t),"")}(n,r,i,t);default:return console.warn("Unexpected parameter location: "+e.in),""}}(e,t)):"object"==typeof t?t:String(t)}const sa=/^#\/components\/(schemas|pathItems)\/([^/]+)$/;function aa(e){return sa.test(e||"")}function la(e){var t;const[n]=(null==(t=null==e?void 0:e.match(sa))?void 0:t.reverse())||[];return n}function ca(e,t,n){let r;return void 0!==t&&void 0!==n?r=t===n?`= ${t} ${e}`:`[ ${t} .. ${n} ] ${e}`:void 0!==n?r=`<= ${n} ${e}`:void 0!==t&&(r=1===t?"non-empty":`>= ${t} ${e}`),r}function ua(e){const t=[],n=ca("characters",e.minLength,e.maxLength);void 0!==n&&t.push(n);const r=ca("items",e.minItems,e.maxItems);void 0!==r&&t.push(r);const i=ca("properties",e.minProperties,e.maxProperties);void 0!==i&&t.push(i);const o=function(e){if(void 0===e)return;const t=e.toString(10);return/^0\.0*1$/.test(t)?`decimal places <= ${t.split(".")[1].length}`:`multiple of ${t}`}(e.multipleOf);void 0!==o&&t.push(o);const s=function(e){var t,n;const r="number"==typeof e.exclusiveMinimum?Math.min(e.exclusiveMinimum,null!=(t=e.minimum)?t:1/0):e.minimum,i="number"==typeof e.exclusiveMaximum?Math.max(e.exclusiveMaximum,null!=(n=e.maximum)?n:-1/0):e.maximum,o="number"==typeof e.exclusiveMinimum||e.exclusiveMinimum,s="number"==typeof e.exclusiveMaximum||e.exclusiveMaximum;return void 0!==r&&void 0!==i?`${o?"( ":"[ "}${r} .. ${i}${s?" )":" ]"}`:void 0!==i?`${s?"< ":"<= "}${i}`:void 0!==r?`${o?"> ":">= "}${r}`:void 0}(e);return void 0!==s&&t.push(s),e.uniqueItems&&t.push("unique"),t}function pa(e,t=[]){const n=[],r=[],i=[];return e.forEach(e=>{e.required?t.includes(e.name)?r.push(e):i.push(e):n.push(e)}),r.sort((e,n)=>t.indexOf(e.name)-t.indexOf(n.name)),[...r,...i,...n]}function da(e,t){return[...e].sort((e,n)=>e[t].localeCompare(n[t]))}function fa(e,t){const n=void 0===e?function(e){try{const t=ci(e);return t.search="",t.hash="",t.toString()}catch(t){return e}}((()=>{if(!Qr)return"";const e=window.location.href;return e.endsWith(".html")?(0,Ds.dirname)(e):e})()):(0,Ds.dirname)(e);return 0===t.length&&(t=[{url:"/"}]),t.map(e=>{return Ys(Hs({},e),{url:(t=e.url,function(e,t){let n;if(t.startsWith("//"))try{n=`${new URL(e).protocol||"https:"}${t}`}catch(e){n=`https:${t}`}else if(function(e){return/(?:^[a-z][a-z0-9+.-]*:|\/\/)/i.test(e)}(t))n=t;else if(t.startsWith("/"))try{const r=new URL(e);r.pathname=t,n=r.href}catch(e){n=t}else n=ri(e)+"/"+t;return ri(n)}(n,t)),description:e.description||""});var t})}const ha="SecurityDefinitions",ma="security-definitions",ga="SchemaDefinition";let ya="section/Authentication/";const ba=e=>({delete:"del",options:"opts"}[e]||e);function va(e,t){return Object.keys(e).filter(e=>!0===t?e.startsWith("x-")&&!function(e){return e in{"x-circular-ref":!0,"x-parentRefs":!0,"x-refsStack":!0,"x-code-samples":!0,"x-codeSamples":!0,"x-displayName":!0,"x-examples":!0,"x-enumDescriptions":!0,"x-logo":!0,"x-nullable":!0,"x-servers":!0,"x-tagGroups":!0,"x-traitTag":!0,"x-badges":!0,"x-additionalPropertiesName":!0,"x-explicitMappingOnly":!0}}(e):e.startsWith("x-")&&t.indexOf(e)>-1).reduce((t,n)=>(t[n]=e[n],t),{})}var xa=r(8848);r(7022),r(271),r(5624),r(4511),r(2415),r(5651),r(6378),r(4784),r(6976),r(64),r(9700),r(4312),r(596),r(2821),r(3554),r(2342),r(4113),r(1648),r(4252),r(6966),r(4793),r(83),r(2630);const wa="clike";function ka(e,t=wa){t=t.toLowerCase();let n=xa.languages[t];return n||(n=xa.languages[function(e){return{json:"js","c++":"cpp","c#":"csharp","objective-c":"objectivec",shell:"bash",viml:"vim"}[e]||wa}(t)]),xa.highlight(e.toString(),n,t)}xa.languages.insertBefore("javascript","string",{"property string":{pattern:/([{,]\s*)"(?:\\.|[^\\"\r\n])*"(?=\s*:)/i,lookbehind:!0}},void 0),xa.languages.insertBefore("javascript","punctuation",{property:{pattern:/([{,]\s*)[a-z]\w*(?=\s*:)/i,lookbehind:!0}},void 0);var Sa=Object.defineProperty,Ea=Object.defineProperties,Oa=Object.getOwnPropertyDescriptors,_a=Object.getOwnPropertySymbols,Pa=Object.prototype.hasOwnProperty,$a=Object.prototype.propertyIsEnumerable,Aa=(e,t,n)=>t in e?Sa(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n,Ca=(e,t)=>{for(var n in t||(t={}))Pa.call(t,n)&&Aa(e,n,t[n]);if(_a)for(var n of _a(t))$a.call(t,n)&&Aa(e,n,t[n]);return e},ja=(e,t)=>Ea(e,Oa(t));const Ta={};function Na(e,t,n){if("function"==typeof n.value)return function(e,t,n){if(!n.value||n.value.length>0)throw new Error("@memoize decorator can only be applied to methods of zero arguments");const r=`_memoized_${t}`,i=n.value;return e[r]=Ta,ja(Ca({},n),{value(){return this[r]===Ta&&(this[r]=i.call(this)),this[r]}})}(e,t,n);if("function"==typeof n.get)return function(e,t,n){const r=`_memoized_${t}`,i=n.get;return e[r]=Ta,ja(Ca({},n),{get(){return this[r]===Ta&&(this[r]=i.call(this)),this[r]}})}(e,t,n);throw new Error("@memoize decorator can be applied to methods or getters, got "+String(n.value)+" instead")}function Ia(e){let t=1;return"-"===e[0]&&(t=-1,e=e.substr(1)),(n,r)=>-1==t?r[e].localeCompare(n[e]):n[e].localeCompare(r[e])}var Ra=Object.defineProperty,La=Object.getOwnPropertyDescriptor;const Da="hashchange";class Ma{constructor(){this.emit=()=>{this._emiter.emit(Da,this.currentId)},this._emiter=new Ts,this.bind()}get currentId(){return Qr?decodeURIComponent(window.location.hash.substring(1)):""}linkForId(e){return e?"#"+e:""}subscribe(e){const t=this._emiter.addListener(Da,e);return()=>t.removeListener(Da,e)}bind(){Qr&&window.addEventListener("hashchange",this.emit,!1)}dispose(){Qr&&window.removeEventListener("hashchange",this.emit)}replace(e,t=!1){Qr&&null!=e&&e!==this.currentId&&(t?window.history.replaceState(null,"",window.location.href.split("#")[0]+this.linkForId(e)):(window.history.pushState(null,"",window.location.href.split("#")[0]+this.linkForId(e)),this.emit()))}}((e,t,n)=>{for(var r,i=La(t,n),o=e.length-1;o>=0;o--)(r=e[o])&&(i=r(t,n,i)||i);i&&Ra(t,n,i)})([js.bind,js.debounce],Ma.prototype,"replace");const za=new Ma;var Fa=r(689);class Ua{constructor(){this.map=new Map,this.prevTerm=""}add(e){this.map.set(e,new Fa(e))}delete(e){this.map.delete(e)}addOnly(e){this.map.forEach((t,n)=>{-1===e.indexOf(n)&&(t.unmark(),this.map.delete(n))});for(const t of e)this.map.has(t)||this.map.set(t,new Fa(t))}clearAll(){this.unmark(),this.map.clear()}mark(e){(e||this.prevTerm)&&(this.map.forEach(t=>{t.unmark(),t.mark(e||this.prevTerm)}),this.prevTerm=e||this.prevTerm)}unmark(){this.map.forEach(e=>e.unmark()),this.prevTerm=""}}let qa={async:!1,baseUrl:null,breaks:!1,extensions:null,gfm:!0,headerIds:!0,headerPrefix:"",highlight:null,hooks:null,langPrefix:"language-",mangle:!0,pedantic:!1,renderer:null,sanitize:!1,sanitizer:null,silent:!1,smartypants:!1,tokenizer:null,walkTokens:null,xhtml:!1};const Ba=/[&<>"']/,Va=new RegExp(Ba.source,"g"),Wa=/[<>"']|&(?!(#\d{1,7}|#[Xx][a-fA-F0-9]{1,6}|\w+);)/,Ha=new RegExp(Wa.source,"g"),Ya={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"},Ga=e=>Ya[e];function Ka(e,t){if(t){if(Ba.test(e))return e.replace(Va,Ga)}else if(Wa.test(e))return e.replace(Ha,Ga);return e}const Qa=/&(#(?:\d+)|(?:#x[0-9A-Fa-f]+)|(?:\w+));?/gi;function Xa(e){return e.replace(Qa,(e,t)=>"colon"===(t=t.toLowerCase())?":":"#"===t.charAt(0)?"x"===t.charAt(1)?String.fromCharCode(parseInt(t.substring(2),16)):String.fromCharCode(+t.substring(1)):"")}const Ja=/(^|[^\[])\^/g;function Za(e,t){e="string"==typeof e?e:e.source,t=t||"";const n={replace:(t,r)=>(r=(r=r.source||r).replace(Ja,"$1"),e=e.replace(t,r),n),getRegex:()=>new RegExp(e,t)};return n}const el=/[^\w:]/g,tl=/^$|^[a-z][a-z0-9+.-]*:|^[?#]/i;function nl(e,t,n){if(e){let e;try{e=decodeURIComponent(Xa(n)).replace(el,"").toLowerCase()}catch(e){return null}if(0===e.indexOf("javascript:")||0===e.indexOf("vbscript:")||0===e.indexOf("data:"))return null}t&&!tl.test(n)&&(n=function(e,t){rl[" "+e]||(il.test(e)?rl[" "+e]=e+"/":rl[" "+e]=cl(e,"/",!0));const n=-1===(e=rl[" "+e]).indexOf(":");return"//"===t.substring(0,2)?n?t:e.replace(ol,"$1")+t:"/"===t.charAt(0)?n?t:e.replace(sl,"$1")+t:e+t}(t,n));try{n=encodeURI(n).replace(/%25/g,"%")}catch(e){return null}return n}const rl={},il=/^[^:]+:\/*[^/]*$/,ol=/^([^:]+:)[\s\S]*$/,sl=/^([^:]+:\/*[^/]*)[\s\S]*$/,al={exec:function(){}};function ll(e,t){const n=e.replace(/\|/g,(e,t,n)=>{let r=!1,i=t;for(;--i>=0&&"\\"===n[i];)r=!r;return r?"|":" |"}).split(/ \|/);let r=0;if(n[0].trim()||n.shift(),n.length>0&&!n[n.length-1].trim()&&n.pop(),n.length>t)n.splice(t);else for(;n.length<t;)n.push("");for(;r<n.length;r++)n[r]=n[r].trim().replace(/\\\|/g,"|");return n}function cl(e,t,n){const r=e.length;if(0===r)return"";let i=0;for(;i<r;){const o=e.charAt(r-i-1);if(o!==t||n){if(o===t||!n)break;i++}else i++}return e.slice(0,r-i)}function ul(e,t){if(t<1)return"";let n="";for(;t>1;)1&t&&(n+=e),t>>=1,e+=e;return n+e}function pl(e,t,n,r){const i=t.href,o=t.title?Ka(t.title):null,s=e[1].replace(/\\([\[\]])/g,"$1");if("!"!==e[0].charAt(0)){r.state.inLink=!0;const e={type:"link",raw:n,href:i,title:o,text:s,tokens:r.inlineTokens(s)};return r.state.inLink=!1,e}return{type:"image",raw:n,href:i,title:o,text:Ka(s)}}class dl{constructor(e){this.options=e||qa}space(e){const t=this.rules.block.newline.exec(e);if(t&&t[0].length>0)return{type:"space",raw:t[0]}}code(e){const t=this.rules.block.code.exec(e);if(t){const e=t[0].replace(/^ {1,4}/gm,"");return{type:"code",raw:t[0],codeBlockStyle:"indented",text:this.options.pedantic?e:cl(e,"\n")}}}fences(e){const t=this.rules.block.fences.exec(e);if(t){const e=t[0],n=function(e,t){const n=e.match(/^(\s+)(?:```)/);if(null===n)return t;const r=n[1];return t.split("\n").map(e=>{const t=e.match(/^\s+/);if(null===t)return e;const[n]=t;return n.length>=r.length?e.slice(r.length):e}).join("\n")}(e,t[3]||"");return{type:"code",raw:e,lang:t[2]?t[2].trim().replace(this.rules.inline._escapes,"$1"):t[2],text:n}}}heading(e){const t=this.rules.block.heading.exec(e);if(t){let e=t[2].trim();if(/#$/.test(e)){const t=cl(e,"#");this.options.pedantic?e=t.trim():t&&!/ $/.test(t)||(e=t.trim())}return{type:"heading",raw:t[0],depth:t[1].length,text:e,tokens:this.lexer.inline(e)}}}hr(e){const t=this.rules.block.hr.exec(e);if(t)return{type:"hr",raw:t[0]}}blockquote(e){const t=this.rules.block.blockquote.exec(e);if(t){const e=t[0].replace(/^ *>[ \t]?/gm,""),n=this.lexer.state.top;this.lexer.state.top=!0;const r=this.lexer.blockTokens(e);return this.lexer.state.top=n,{type:"blockquote",raw:t[0],tokens:r,text:e}}}list(e){let t=this.rules.block.list.exec(e);if(t){let n,r,i,o,s,a,l,c,u,p,d,f,h=t[1].trim();const m=h.length>1,g={type:"list",raw:"",ordered:m,start:m?+h.slice(0,-1):"",loose:!1,items:[]};h=m?`\\d{1,9}\\${h.slice(-1)}`:`\\${h}`,this.options.pedantic&&(h=m?h:"[*+-]");const y=new RegExp(`^( {0,3}${h})((?:[\t ][^\\n]*)?(?:\\n|$))`);for(;e&&(f=!1,t=y.exec(e))&&!this.rules.block.hr.test(e);){if(n=t[0],e=e.substring(n.length),c=t[2].split("\n",1)[0].replace(/^\t+/,e=>" ".repeat(3*e.length)),u=e.split("\n",1)[0],this.options.pedantic?(o=2,d=c.trimLeft()):(o=t[2].search(/[^ ]/),o=o>4?1:o,d=c.slice(o),o+=t[1].length),a=!1,!c&&/^ *$/.test(u)&&(n+=u+"\n",e=e.substring(u.length+1),f=!0),!f){const t=new RegExp(`^ {0,${Math.min(3,o-1)}}(?:[*+-]|\\d{1,9}[.)])((?:[ \t][^\\n]*)?(?:\\n|$))`),r=new RegExp(`^ {0,${Math.min(3,o-1)}}((?:- *){3,}|(?:_ *){3,}|(?:\\* *){3,})(?:\\n+|$)`),i=new RegExp(`^ {0,${Math.min(3,o-1)}}(?:\`\`\`|~~~)`),s=new RegExp(`^ {0,${Math.min(3,o-1)}}#`);for(;e&&(p=e.split("\n",1)[0],u=p,this.options.pedantic&&(u=u.replace(/^ {1,4}(?=( {4})*[^ ])/g,"  ")),!i.test(u))&&!s.test(u)&&!t.test(u)&&!r.test(e);){if(u.search(/[^ ]/)>=o||!u.trim())d+="\n"+u.slice(o);else{if(a)break;if(c.search(/[^ ]/)>=4)break;if(i.test(c))break;if(s.test(c))break;if(r.test(c))break;d+="\n"+u}a||u.trim()||(a=!0),n+=p+"\n",e=e.substring(p.length+1),c=u.slice(o)}}g.loose||(l?g.loose=!0:/\n *\n *$/.test(n)&&(l=!0)),this.options.gfm&&(r=/^\[[ xX]\] /.exec(d),r&&(i="[ ] "!==r[0],d=d.replace(/^\[[ xX]\] +/,""))),g.items.push({type:"list_item",raw:n,task:!!r,checked:i,loose:!1,text:d}),g.raw+=n}g.items[g.items.length-1].raw=n.trimRight(),g.items[g.items.length-1].text=d.trimRight(),g.raw=g.raw.trimRight();const b=g.items.length;for(s=0;s<b;s++)if(this.lexer.state.top=!1,g.items[s].tokens=this.lexer.blockTokens(g.items[s].text,[]),!g.loose){const e=g.items[s].tokens.filter(e=>"space"===e.type),t=e.length>0&&e.some(e=>/\n.*\n/.test(e.raw));g.loose=t}if(g.loose)for(s=0;s<b;s++)g.items[s].loose=!0;return g}}html(e){const t=this.rules.block.html.exec(e);if(t){const e={type:"html",raw:t[0],pre:!this.options.sanitizer&&("pre"===t[1]||"script"===t[1]||"style"===t[1]),text:t[0]};if(this.options.sanitize){const n=this.options.sanitizer?this.options.sanitizer(t[0]):Ka(t[0]);e.type="paragraph",e.text=n,e.tokens=this.lexer.inline(n)}return e}}def(e){const t=this.rules.block.def.exec(e);if(t){const e=t[1].toLowerCase().replace(/\s+/g," "),n=t[2]?t[2].replace(/^<(.*)>$/,"$1").replace(this.rules.inline._escapes,"$1"):"",r=t[3]?t[3].substring(1,t[3].length-1).replace(this.rules.inline._escapes,"$1"):t[3];return{type:"def",tag:e,raw:t[0],href:n,title:r}}}table(e){const t=this.rules.block.table.exec(e);if(t){const e={type:"table",header:ll(t[1]).map(e=>({text:e})),align:t[2].replace(/^ *|\| *$/g,"").split(/ *\| */),rows:t[3]&&t[3].trim()?t[3].replace(/\n[ \t]*$/,"").split("\n"):[]};if(e.header.length===e.align.length){e.raw=t[0];let n,r,i,o,s=e.align.length;for(n=0;n<s;n++)/^ *-+: *$/.test(e.align[n])?e.align[n]="right":/^ *:-+: *$/.test(e.align[n])?e.align[n]="center":/^ *:-+ *$/.test(e.align[n])?e.align[n]="left":e.align[n]=null;for(s=e.rows.length,n=0;n<s;n++)e.rows[n]=ll(e.rows[n],e.header.length).map(e=>({text:e}));for(s=e.header.length,r=0;r<s;r++)e.header[r].tokens=this.lexer.inline(e.header[r].text);for(s=e.rows.length,r=0;r<s;r++)for(o=e.rows[r],i=0;i<o.length;i++)o[i].tokens=this.lexer.inline(o[i].text);return e}}}lheading(e){const t=this.rules.block.lheading.exec(e);if(t)return{type:"heading",raw:t[0],depth:"="===t[2].charAt(0)?1:2,text:t[1],tokens:this.lexer.inline(t[1])}}paragraph(e){const t=this.rules.block.paragraph.exec(e);if(t){const e="\n"===t[1].charAt(t[1].length-1)?t[1].slice(0,-1):t[1];return{type:"paragraph",raw:t[0],text:e,tokens:this.lexer.inline(e)}}}text(e){const t=this.rules.block.text.exec(e);if(t)return{type:"text",raw:t[0],text:t[0],tokens:this.lexer.inline(t[0])}}escape(e){const t=this.rules.inline.escape.exec(e);if(t)return{type:"escape",raw:t[0],text:Ka(t[1])}}tag(e){const t=this.rules.inline.tag.exec(e);if(t)return!this.lexer.state.inLink&&/^<a /i.test(t[0])?this.lexer.state.inLink=!0:this.lexer.state.inLink&&/^<\/a>/i.test(t[0])&&(this.lexer.state.inLink=!1),!this.lexer.state.inRawBlock&&/^<(pre|code|kbd|script)(\s|>)/i.test(t[0])?this.lexer.state.inRawBlock=!0:this.lexer.state.inRawBlock&&/^<\/(pre|code|kbd|script)(\s|>)/i.test(t[0])&&(this.lexer.state.inRawBlock=!1),{type:this.options.sanitize?"text":"html",raw:t[0],inLink:this.lexer.state.inLink,inRawBlock:this.lexer.state.inRawBlock,text:this.options.sanitize?this.options.sanitizer?this.options.sanitizer(t[0]):Ka(t[0]):t[0]}}link(e){const t=this.rules.inline.link.exec(e);if(t){const e=t[2].trim();if(!this.options.pedantic&&/^</.test(e)){if(!/>$/.test(e))return;const t=cl(e.slice(0,-1),"\\");if((e.length-t.length)%2==0)return}else{const e=function(e,t){if(-1===e.indexOf(t[1]))return-1;const n=e.length;let r=0,i=0;for(;i<n;i++)if("\\"===e[i])i++;else if(e[i]===t[0])r++;else if(e[i]===t[1]&&(r--,r<0))return i;return-1}(t[2],"()");if(e>-1){const n=(0===t[0].indexOf("!")?5:4)+t[1].length+e;t[2]=t[2].substring(0,e),t[0]=t[0].substring(0,n).trim(),t[3]=""}}let n=t[2],r="";if(this.options.pedantic){const e=/^([^'"]*[^\s])\s+(['"])(.*)\2/.exec(n);e&&(n=e[1],r=e[3])}else r=t[3]?t[3].slice(1,-1):"";return n=n.trim(),/^</.test(n)&&(n=this.options.pedantic&&!/>$/.test(e)?n.slice(1):n.slice(1,-1)),pl(t,{href:n?n.replace(this.rules.inline._escapes,"$1"):n,title:r?r.replace(this.rules.inline._escapes,"$1"):r},t[0],this.lexer)}}reflink(e,t){let n;if((n=this.rules.inline.reflink.exec(e))||(n=this.rules.inline.nolink.exec(e))){let e=(n[2]||n[1]).replace(/\s+/g," ");if(e=t[e.toLowerCase()],!e){const e=n[0].charAt(0);return{type:"text",raw:e,text:e}}return pl(n,e,n[0],this.lexer)}}emStrong(e,t,n=""){let r=this.rules.inline.emStrong.lDelim.exec(e);if(!r)return;if(r[3]&&n.match(/[\p{L}\p{N}]/u))return;const i=r[1]||r[2]||"";if(!i||i&&(""===n||this.rules.inline.punctuation.exec(n))){const n=r[0].length-1;let i,o,s=n,a=0;const l="*"===r[0][0]?this.rules.inline.emStrong.rDelimAst:this.rules.inline.emStrong.rDelimUnd;for(l.lastIndex=0,t=t.slice(-1*e.length+n);null!=(r=l.exec(t));){if(i=r[1]||r[2]||r[3]||r[4]||r[5]||r[6],!i)continue;if(o=i.length,r[3]||r[4]){s+=o;continue}if((r[5]||r[6])&&n%3&&!((n+o)%3)){a+=o;continue}if(s-=o,s>0)continue;o=Math.min(o,o+s+a);const t=e.slice(0,n+r.index+(r[0].length-i.length)+o);if(Math.min(n,o)%2){const e=t.slice(1,-1);return{type:"em",raw:t,text:e,tokens:this.lexer.inlineTokens(e)}}const l=t.slice(2,-2);return{type:"strong",raw:t,text:l,tokens:this.lexer.inlineTokens(l)}}}}codespan(e){const t=this.rules.inline.code.exec(e);if(t){let e=t[2].replace(/\n/g," ");const n=/[^ ]/.test(e),r=/^ /.test(e)&&/ $/.test(e);return n&&r&&(e=e.substring(1,e.length-1)),e=Ka(e,!0),{type:"codespan",raw:t[0],text:e}}}br(e){const t=this.rules.inline.br.exec(e);if(t)return{type:"br",raw:t[0]}}del(e){const t=this.rules.inline.del.exec(e);if(t)return{type:"del",raw:t[0],text:t[2],tokens:this.lexer.inlineTokens(t[2])}}autolink(e,t){const n=this.rules.inline.autolink.exec(e);if(n){let e,r;return"@"===n[2]?(e=Ka(this.options.mangle?t(n[1]):n[1]),r="mailto:"+e):(e=Ka(n[1]),r=e),{type:"link",raw:n[0],text:e,href:r,tokens:[{type:"text",raw:e,text:e}]}}}url(e,t){let n;if(n=this.rules.inline.url.exec(e)){let e,r;if("@"===n[2])e=Ka(this.options.mangle?t(n[0]):n[0]),r="mailto:"+e;else{let t;do{t=n[0],n[0]=this.rules.inline._backpedal.exec(n[0])[0]}while(t!==n[0]);e=Ka(n[0]),r="www."===n[1]?"http://"+n[0]:n[0]}return{type:"link",raw:n[0],text:e,href:r,tokens:[{type:"text",raw:e,text:e}]}}}inlineText(e,t){const n=this.rules.inline.text.exec(e);if(n){let e;return e=this.lexer.state.inRawBlock?this.options.sanitize?this.options.sanitizer?this.options.sanitizer(n[0]):Ka(n[0]):n[0]:Ka(this.options.smartypants?t(n[0]):n[0]),{type:"text",raw:n[0],text:e}}}}const fl={newline:/^(?: *(?:\n|$))+/,code:/^( {4}[^\n]+(?:\n(?: *(?:\n|$))*)?)+/,fences:/^ {0,3}(`{3,}(?=[^`\n]*(?:\n|$))|~{3,})([^\n]*)(?:\n|$)(?:|([\s\S]*?)(?:\n|$))(?: {0,3}\1[~`]* *(?=\n|$)|$)/,hr:/^ {0,3}((?:-[\t ]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})(?:\n+|$)/,heading:/^ {0,3}(#{1,6})(?=\s|$)(.*)(?:\n+|$)/,blockquote:/^( {0,3}> ?(paragraph|[^\n]*)(?:\n|$))+/,list:/^( {0,3}bull)([ \t][^\n]+?)?(?:\n|$)/,html:"^ {0,3}(?:<(script|pre|style|textarea)[\\s>][\\s\\S]*?(?:</\\1>[^\\n]*\\n+|$)|comment[^\\n]*(\\n+|$)|<\\?[\\s\\S]*?(?:\\?>\\n*|$)|<![A-Z][\\s\\S]*?(?:>\\n*|$)|<!\\[CDATA\\[[\\s\\S]*?(?:\\]\\]>\\n*|$)|</?(tag)(?: +|\\n|/?>)[\\s\\S]*?(?:(?:\\n *)+\\n|$)|<(?!script|pre|style|textarea)([a-z][\\w-]*)(?:attribute)*? */?>(?=[ \\t]*(?:\\n|$))[\\s\\S]*?(?:(?:\\n *)+\\n|$)|</(?!script|pre|style|textarea)[a-z][\\w-]*\\s*>(?=[ \\t]*(?:\\n|$))[\\s\\S]*?(?:(?:\\n *)+\\n|$))",def:/^ {0,3}\[(label)\]: *(?:\n *)?([^<\s][^\s]*|<.*?>)(?:(?: +(?:\n *)?| *\n *)(title))? *(?:\n+|$)/,table:al,lheading:/^((?:.|\n(?!\n))+?)\n {0,3}(=+|-+) *(?:\n+|$)/,_paragraph:/^([^\n]+(?:\n(?!hr|heading|lheading|blockquote|fences|list|html|table| +\n)[^\n]+)*)/,text:/^[^\n]+/,_label:/(?!\s*\])(?:\\.|[^\[\]\\])+/,_title:/(?:"(?:\\"?|[^"\\])*"|'[^'\n]*(?:\n[^'\n]+)*\n?'|\([^()]*\))/};fl.def=Za(fl.def).replace("label",fl._label).replace("title",fl._title).getRegex(),fl.bullet=/(?:[*+-]|\d{1,9}[.)])/,fl.listItemStart=Za(/^( *)(bull) */).replace("bull",fl.bullet).getRegex(),fl.list=Za(fl.list).replace(/bull/g,fl.bullet).replace("hr","\\n+(?=\\1?(?:(?:- *){3,}|(?:_ *){3,}|(?:\\* *){3,})(?:\\n+|$))").replace("def","\\n+(?="+fl.def.source+")").getRegex(),fl._tag="address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|meta|nav|noframes|ol|optgroup|option|p|param|section|source|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul",fl._comment=/<!--(?!-?>)[\s\S]*?(?:-->|$)/,fl.html=Za(fl.html,"i").replace("comment",fl._comment).replace("tag",fl._tag).replace("attribute",/ +[a-zA-Z:_][\w.:-]*(?: *= *"[^"\n]*"| *= *'[^'\n]*'| *= *[^\s"'=<>`]+)?/).getRegex(),fl.paragraph=Za(fl._paragraph).replace("hr",fl.hr).replace("heading"," {0,3}#{1,6} ").replace("|lheading","").replace("|table","").replace("blockquote"," {0,3}>").replace("fences"," {0,3}(?:`{3,}(?=[^`\\n]*\\n)|~{3,})[^\\n]*\\n").replace("list"," {0,3}(?:[*+-]|1[.)]) ").replace("html","</?(?:tag)(?: +|\\n|/?>)|<(?:script|pre|style|textarea|!--)").replace("tag",fl._tag).getRegex(),fl.blockquote=Za(fl.blockquote).replace("paragraph",fl.paragraph).getRegex(),fl.normal={...fl},fl.gfm={...fl.normal,table:"^ *([^\\n ].*\\|.*)\\n {0,3}(?:\\| *)?(:?-+:? *(?:\\| *:?-+:? *)*)(?:\\| *)?(?:\\n((?:(?! *\\n|hr|heading|blockquote|code|fences|list|html).*(?:\\n|$))*)\\n*|$)"},fl.gfm.table=Za(fl.gfm.table).replace("hr",fl.hr).replace("heading"," {0,3}#{1,6} ").replace("blockquote"," {0,3}>").replace("code"," {4}[^\\n]").replace("fences"," {0,3}(?:`{3,}(?=[^`\\n]*\\n)|~{3,})[^\\n]*\\n").replace("list"," {0,3}(?:[*+-]|1[.)]) ").replace("html","</?(?:tag)(?: +|\\n|/?>)|<(?:script|pre|style|textarea|!--)").replace("tag",fl._tag).getRegex(),fl.gfm.paragraph=Za(fl._paragraph).replace("hr",fl.hr).replace("heading"," {0,3}#{1,6} ").replace("|lheading","").replace("table",fl.gfm.table).replace("blockquote"," {0,3}>").replace("fences"," {0,3}(?:`{3,}(?=[^`\\n]*\\n)|~{3,})[^\\n]*\\n").replace("list"," {0,3}(?:[*+-]|1[.)]) ").replace("html","</?(?:tag)(?: +|\\n|/?>)|<(?:script|pre|style|textarea|!--)").replace("tag",fl._tag).getRegex(),fl.pedantic={...fl.normal,html:Za("^ *(?:comment *(?:\\n|\\s*$)|<(tag)[\\s\\S]+?</\\1> *(?:\\n{2,}|\\s*$)|<tag(?:\"[^\"]*\"|'[^']*'|\\s[^'\"/>\\s]*)*?/?> *(?:\\n{2,}|\\s*$))").replace("comment",fl._comment).replace(/tag/g,"(?!(?:a|em|strong|small|s|cite|q|dfn|abbr|data|time|code|var|samp|kbd|sub|sup|i|b|u|mark|ruby|rt|rp|bdi|bdo|span|br|wbr|ins|del|img)\\b)\\w+(?!:|[^\\w\\s@]*@)\\b").getRegex(),def:/^ *\[([^\]]+)\]: *<?([^\s>]+)>?(?: +(["(][^\n]+[")]))? *(?:\n+|$)/,heading:/^(#{1,6})(.*)(?:\n+|$)/,fences:al,lheading:/^(.+?)\n {0,3}(=+|-+) *(?:\n+|$)/,paragraph:Za(fl.normal._paragraph).replace("hr",fl.hr).replace("heading"," *#{1,6} *[^\n]").replace("lheading",fl.lheading).replace("blockquote"," {0,3}>").replace("|fences","").replace("|list","").replace("|html","").getRegex()};const hl={escape:/^\\([!"#$%&'()*+,\-./:;<=>?@\[\]\\^_`{|}~])/,autolink:/^<(scheme:[^\s\x00-\x1f<>]*|email)>/,url:al,tag:"^comment|^</[a-zA-Z][\\w:-]*\\s*>|^<[a-zA-Z][\\w-]*(?:attribute)*?\\s*/?>|^<\\?[\\s\\S]*?\\?>|^<![a-zA-Z]+\\s[\\s\\S]*?>|^<!\\[CDATA\\[[\\s\\S]*?\\]\\]>",link:/^!?\[(label)\]\(\s*(href)(?:\s+(title))?\s*\)/,reflink:/^!?\[(label)\]\[(ref)\]/,nolink:/^!?\[(ref)\](?:\[\])?/,reflinkSearch:"reflink|nolink(?!\\()",emStrong:{lDelim:/^(?:\*+(?:([punct_])|[^\s*]))|^_+(?:([punct*])|([^\s_]))/,rDelimAst:/^(?:[^_*\\]|\\.)*?\_\_(?:[^_*\\]|\\.)*?\*(?:[^_*\\]|\\.)*?(?=\_\_)|(?:[^*\\]|\\.)+(?=[^*])|[punct_](\*+)(?=[\s]|$)|(?:[^punct*_\s\\]|\\.)(\*+)(?=[punct_\s]|$)|[punct_\s](\*+)(?=[^punct*_\s])|[\s](\*+)(?=[punct_])|[punct_](\*+)(?=[punct_])|(?:[^punct*_\s\\]|\\.)(\*+)(?=[^punct*_\s])/,rDelimUnd:/^(?:[^_*\\]|\\.)*?\*\*(?:[^_*\\]|\\.)*?\_(?:[^_*\\]|\\.)*?(?=\*\*)|(?:[^_\\]|\\.)+(?=[^_])|[punct*](\_+)(?=[\s]|$)|(?:[^punct*_\s\\]|\\.)(\_+)(?=[punct*\s]|$)|[punct*\s](\_+)(?=[^punct*_\s])|[\s](\_+)(?=[punct*])|[punct*](\_+)(?=[punct*])/},code:/^(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/,br:/^( {2,}|\\)\n(?!\s*$)/,del:al,text:/^(`+|[^`])(?:(?= {2,}\n)|[\s\S]*?(?:(?=[\\<!\[`*_]|\b_|$)|[^ ](?= {2,}\n)))/,punctuation:/^([\spunctuation])/};function ml(e){return e.replace(/---/g,"—").replace(/--/g,"–").replace(/(^|[-\u2014/(\[{"\s])'/g,"$1‘").replace(/'/g,"’").replace(/(^|[-\u2014/(\[{\u2018\s])"/g,"$1“").replace(/"/g,"”").replace(/\.{3}/g,"…")}function gl(e){let t,n,r="";const i=e.length;for(t=0;t<i;t++)n=e.charCodeAt(t),Math.random()>.5&&(n="x"+n.toString(16)),r+="&#"+n+";";return r}hl._punctuation="!\"#$%&'()+\\-.,/:;<=>?@\\[\\]`^{|}~",hl.punctuation=Za(hl.punctuation).replace(/punctuation/g,hl._punctuation).getRegex(),hl.blockSkip=/\[[^\]]*?\]\([^\)]*?\)|`[^`]*?`|<[^>]*?>/g,hl.escapedEmSt=/(?:^|[^\\])(?:\\\\)*\\[*_]/g,hl._comment=Za(fl._comment).replace("(?:--\x3e|$)","--\x3e").getRegex(),hl.emStrong.lDelim=Za(hl.emStrong.lDelim).replace(/punct/g,hl._punctuation).getRegex(),hl.emStrong.rDelimAst=Za(hl.emStrong.rDelimAst,"g").replace(/punct/g,hl._punctuation).getRegex(),hl.emStrong.rDelimUnd=Za(hl.emStrong.rDelimUnd,"g").replace(/punct/g,hl._punctuation).getRegex(),hl._escapes=/\\([!"#$%&'()*+,\-./:;<=>?@\[\]\\^_`{|}~])/g,hl._scheme=/[a-zA-Z][a-zA-Z0-9+.-]{1,31}/,hl._email=/[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+(@)[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+(?![-_])/,hl.autolink=Za(hl.autolink).replace("scheme",hl._scheme).replace("email",hl._email).getRegex(),hl._attribute=/\s+[a-zA-Z:_][\w.:-]*(?:\s*=\s*"[^"]*"|\s*=\s*'[^']*'|\s*=\s*[^\s"'=<>`]+)?/,hl.tag=Za(hl.tag).replace("comment",hl._comment).replace("attribute",hl._attribute).getRegex(),hl._label=/(?:\[(?:\\.|[^\[\]\\])*\]|\\.|`[^`]*`|[^\[\]\\`])*?/,hl._href=/<(?:\\.|[^\n<>\\])+>|[^\s\x00-\x1f]*/,hl._title=/"(?:\\"?|[^"\\])*"|'(?:\\'?|[^'\\])*'|\((?:\\\)?|[^)\\])*\)/,hl.link=Za(hl.link).replace("label",hl._label).replace("href",hl._href).replace("title",hl._title).getRegex(),hl.reflink=Za(hl.reflink).replace("label",hl._label).replace("ref",fl._label).getRegex(),hl.nolink=Za(hl.nolink).replace("ref",fl._label).getRegex(),hl.reflinkSearch=Za(hl.reflinkSearch,"g").replace("reflink",hl.reflink).replace("nolink",hl.nolink).getRegex(),hl.normal={...hl},hl.pedantic={...hl.normal,strong:{start:/^__|\*\*/,middle:/^__(?=\S)([\s\S]*?\S)__(?!_)|^\*\*(?=\S)([\s\S]*?\S)\*\*(?!\*)/,endAst:/\*\*(?!\*)/g,endUnd:/__(?!_)/g},em:{start:/^_|\*/,middle:/^()\*(?=\S)([\s\S]*?\S)\*(?!\*)|^_(?=\S)([\s\S]*?\S)_(?!_)/,endAst:/\*(?!\*)/g,endUnd:/_(?!_)/g},link:Za(/^!?\[(label)\]\((.*?)\)/).replace("label",hl._label).getRegex(),reflink:Za(/^!?\[(label)\]\s*\[([^\]]*)\]/).replace("label",hl._label).getRegex()},hl.gfm={...hl.normal,escape:Za(hl.escape).replace("])","~|])").getRegex(),_extended_email:/[A-Za-z0-9._+-]+(@)[a-zA-Z0-9-_]+(?:\.[a-zA-Z0-9-_]*[a-zA-Z0-9])+(?![-_])/,url:/^((?:ftp|https?):\/\/|www\.)(?:[a-zA-Z0-9\-]+\.?)+[^\s<]*|^email/,_backpedal:/(?:[^?!.,:;*_'"~()&]+|\([^)]*\)|&(?![a-zA-Z0-9]+;$)|[?!.,:;*_'"~)]+(?!$))+/,del:/^(~~?)(?=[^\s~])([\s\S]*?[^\s~])\1(?=[^~]|$)/,text:/^([`~]+|[^`~])(?:(?= {2,}\n)|(?=[a-zA-Z0-9.!#$%&'*+\/=?_`{\|}~-]+@)|[\s\S]*?(?:(?=[\\<!\[`*~_]|\b_|https?:\/\/|ftp:\/\/|www\.|$)|[^ ](?= {2,}\n)|[^a-zA-Z0-9.!#$%&'*+\/=?_`{\|}~-](?=[a-zA-Z0-9.!#$%&'*+\/=?_`{\|}~-]+@)))/},hl.gfm.url=Za(hl.gfm.url,"i").replace("email",hl.gfm._extended_email).getRegex(),hl.breaks={...hl.gfm,br:Za(hl.br).replace("{2,}","*").getRegex(),text:Za(hl.gfm.text).replace("\\b_","\\b_| {2,}\\n").replace(/\{2,\}/g,"*").getRegex()};class yl{constructor(e){this.tokens=[],this.tokens.links=Object.create(null),this.options=e||qa,this.options.tokenizer=this.options.tokenizer||new dl,this.tokenizer=this.options.tokenizer,this.tokenizer.options=this.options,this.tokenizer.lexer=this,this.inlineQueue=[],this.state={inLink:!1,inRawBlock:!1,top:!0};const t={block:fl.normal,inline:hl.normal};this.options.pedantic?(t.block=fl.pedantic,t.inline=hl.pedantic):this.options.gfm&&(t.block=fl.gfm,this.options.breaks?t.inline=hl.breaks:t.inline=hl.gfm),this.tokenizer.rules=t}static get rules(){return{block:fl,inline:hl}}static lex(e,t){return new yl(t).lex(e)}static lexInline(e,t){return new yl(t).inlineTokens(e)}lex(e){let t;for(e=e.replace(/\r\n|\r/g,"\n"),this.blockTokens(e,this.tokens);t=this.inlineQueue.shift();)this.inlineTokens(t.src,t.tokens);return this.tokens}blockTokens(e,t=[]){let n,r,i,o;for(e=this.options.pedantic?e.replace(/\t/g,"    ").replace(/^ +$/gm,""):e.replace(/^( *)(\t+)/gm,(e,t,n)=>t+"    ".repeat(n.length));e;)if(!(this.options.extensions&&this.options.extensions.block&&this.options.extensions.block.some(r=>!!(n=r.call({lexer:this},e,t))&&(e=e.substring(n.raw.length),t.push(n),!0))))if(n=this.tokenizer.space(e))e=e.substring(n.raw.length),1===n.raw.length&&t.length>0?t[t.length-1].raw+="\n":t.push(n);else if(n=this.tokenizer.code(e))e=e.substring(n.raw.length),r=t[t.length-1],!r||"paragraph"!==r.type&&"text"!==r.type?t.push(n):(r.raw+="\n"+n.raw,r.text+="\n"+n.text,this.inlineQueue[this.inlineQueue.length-1].src=r.text);else if(n=this.tokenizer.fences(e))e=e.substring(n.raw.length),t.push(n);else if(n=this.tokenizer.heading(e))e=e.substring(n.raw.length),t.push(n);else if(n=this.tokenizer.hr(e))e=e.substring(n.raw.length),t.push(n);else if(n=this.tokenizer.blockquote(e))e=e.substring(n.raw.length),t.push(n);else if(n=this.tokenizer.list(e))e=e.substring(n.raw.length),t.push(n);else if(n=this.tokenizer.html(e))e=e.substring(n.raw.length),t.push(n);else if(n=this.tokenizer.def(e))e=e.substring(n.raw.length),r=t[t.length-1],!r||"paragraph"!==r.type&&"text"!==r.type?this.tokens.links[n.tag]||(this.tokens.links[n.tag]={href:n.href,title:n.title}):(r.raw+="\n"+n.raw,r.text+="\n"+n.raw,this.inlineQueue[this.inlineQueue.length-1].src=r.text);else if(n=this.tokenizer.table(e))e=e.substring(n.raw.length),t.push(n);else if(n=this.tokenizer.lheading(e))e=e.substring(n.raw.length),t.push(n);else{if(i=e,this.options.extensions&&this.options.extensions.startBlock){let t=1/0;const n=e.slice(1);let r;this.options.extensions.startBlock.forEach(function(e){r=e.call({lexer:this},n),"number"==typeof r&&r>=0&&(t=Math.min(t,r))}),t<1/0&&t>=0&&(i=e.substring(0,t+1))}if(this.state.top&&(n=this.tokenizer.paragraph(i)))r=t[t.length-1],o&&"paragraph"===r.type?(r.raw+="\n"+n.raw,r.text+="\n"+n.text,this.inlineQueue.pop(),this.inlineQueue[this.inlineQueue.length-1].src=r.text):t.push(n),o=i.length!==e.length,e=e.substring(n.raw.length);else if(n=this.tokenizer.text(e))e=e.substring(n.raw.length),r=t[t.length-1],r&&"text"===r.type?(r.raw+="\n"+n.raw,r.text+="\n"+n.text,this.inlineQueue.pop(),this.inlineQueue[this.inlineQueue.length-1].src=r.text):t.push(n);else if(e){const t="Infinite loop on byte: "+e.charCodeAt(0);if(this.options.silent){console.error(t);break}throw new Error(t)}}return this.state.top=!0,t}inline(e,t=[]){return this.inlineQueue.push({src:e,tokens:t}),t}inlineTokens(e,t=[]){let n,r,i,o,s,a,l=e;if(this.tokens.links){const e=Object.keys(this.tokens.links);if(e.length>0)for(;null!=(o=this.tokenizer.rules.inline.reflinkSearch.exec(l));)e.includes(o[0].slice(o[0].lastIndexOf("[")+1,-1))&&(l=l.slice(0,o.index)+"["+ul("a",o[0].length-2)+"]"+l.slice(this.tokenizer.rules.inline.reflinkSearch.lastIndex))}for(;null!=(o=this.tokenizer.rules.inline.blockSkip.exec(l));)l=l.slice(0,o.index)+"["+ul("a",o[0].length-2)+"]"+l.slice(this.tokenizer.rules.inline.blockSkip.lastIndex);for(;null!=(o=this.tokenizer.rules.inline.escapedEmSt.exec(l));)l=l.slice(0,o.index+o[0].length-2)+"++"+l.slice(this.tokenizer.rules.inline.escapedEmSt.lastIndex),this.tokenizer.rules.inline.escapedEmSt.lastIndex--;for(;e;)if(s||(a=""),s=!1,!(this.options.extensions&&this.options.extensions.inline&&this.options.extensions.inline.some(r=>!!(n=r.call({lexer:this},e,t))&&(e=e.substring(n.raw.length),t.push(n),!0))))if(n=this.tokenizer.escape(e))e=e.substring(n.raw.length),t.push(n);else if(n=this.tokenizer.tag(e))e=e.substring(n.raw.length),r=t[t.length-1],r&&"text"===n.type&&"text"===r.type?(r.raw+=n.raw,r.text+=n.text):t.push(n);else if(n=this.tokenizer.link(e))e=e.substring(n.raw.length),t.push(n);else if(n=this.tokenizer.reflink(e,this.tokens.links))e=e.substring(n.raw.length),r=t[t.length-1],r&&"text"===n.type&&"text"===r.type?(r.raw+=n.raw,r.text+=n.text):t.push(n);else if(n=this.tokenizer.emStrong(e,l,a))e=e.substring(n.raw.length),t.push(n);else if(n=this.tokenizer.codespan(e))e=e.substring(n.raw.length),t.push(n);else if(n=this.tokenizer.br(e))e=e.substring(n.raw.length),t.push(n);else if(n=this.tokenizer.del(e))e=e.substring(n.raw.length),t.push(n);else if(n=this.tokenizer.autolink(e,gl))e=e.substring(n.raw.length),t.push(n);else if(this.state.inLink||!(n=this.tokenizer.url(e,gl))){if(i=e,this.options.extensions&&this.options.extensions.startInline){let t=1/0;const n=e.slice(1);let r;this.options.extensions.startInline.forEach(function(e){r=e.call({lexer:this},n),"number"==typeof r&&r>=0&&(t=Math.min(t,r))}),t<1/0&&t>=0&&(i=e.substring(0,t+1))}if(n=this.tokenizer.inlineText(i,ml))e=e.substring(n.raw.length),"_"!==n.raw.slice(-1)&&(a=n.raw.slice(-1)),s=!0,r=t[t.length-1],r&&"text"===r.type?(r.raw+=n.raw,r.text+=n.text):t.push(n);else if(e){const t="Infinite loop on byte: "+e.charCodeAt(0);if(this.options.silent){console.error(t);break}throw new Error(t)}}else e=e.substring(n.raw.length),t.push(n);return t}}class bl{constructor(e){this.options=e||qa}code(e,t,n){const r=(t||"").match(/\S*/)[0];if(this.options.highlight){const t=this.options.highlight(e,r);null!=t&&t!==e&&(n=!0,e=t)}return e=e.replace(/\n$/,"")+"\n",r?'<pre><code class="'+this.options.langPrefix+Ka(r)+'">'+(n?e:Ka(e,!0))+"</code></pre>\n":"<pre><code>"+(n?e:Ka(e,!0))+"</code></pre>\n"}blockquote(e){return`<blockquote>\n${e}</blockquote>\n`}html(e){return e}heading(e,t,n,r){return this.options.headerIds?`<h${t} id="${this.options.headerPrefix+r.slug(n)}">${e}</h${t}>\n`:`<h${t}>${e}</h${t}>\n`}hr(){return this.options.xhtml?"<hr/>\n":"<hr>\n"}list(e,t,n){const r=t?"ol":"ul";return"<"+r+(t&&1!==n?' start="'+n+'"':"")+">\n"+e+"</"+r+">\n"}listitem(e){return`<li>${e}</li>\n`}checkbox(e){return"<input "+(e?'checked="" ':"")+'disabled="" type="checkbox"'+(this.options.xhtml?" /":"")+"> "}paragraph(e){return`<p>${e}</p>\n`}table(e,t){return t&&(t=`<tbody>${t}</tbody>`),"<table>\n<thead>\n"+e+"</thead>\n"+t+"</table>\n"}tablerow(e){return`<tr>\n${e}</tr>\n`}tablecell(e,t){const n=t.header?"th":"td";return(t.align?`<${n} align="${t.align}">`:`<${n}>`)+e+`</${n}>\n`}strong(e){return`<strong>${e}</strong>`}em(e){return`<em>${e}</em>`}codespan(e){return`<code>${e}</code>`}br(){return this.options.xhtml?"<br/>":"<br>"}del(e){return`<del>${e}</del>`}link(e,t,n){if(null===(e=nl(this.options.sanitize,this.options.baseUrl,e)))return n;let r='<a href="'+e+'"';return t&&(r+=' title="'+t+'"'),r+=">"+n+"</a>",r}image(e,t,n){if(null===(e=nl(this.options.sanitize,this.options.baseUrl,e)))return n;let r=`<img src="${e}" alt="${n}"`;return t&&(r+=` title="${t}"`),r+=this.options.xhtml?"/>":">",r}text(e){return e}}class vl{strong(e){return e}em(e){return e}codespan(e){return e}del(e){return e}html(e){return e}text(e){return e}link(e,t,n){return""+n}image(e,t,n){return""+n}br(){return""}}class xl{constructor(){this.seen={}}serialize(e){return e.toLowerCase().trim().replace(/<[!\/a-z].*?>/gi,"").replace(/[\u2000-\u206F\u2E00-\u2E7F\\'!"#$%&()*+,./:;<=>?@[\]^`{|}~]/g,"").replace(/\s/g,"-")}getNextSafeSlug(e,t){let n=e,r=0;if(this.seen.hasOwnProperty(n)){r=this.seen[e];do{r++,n=e+"-"+r}while(this.seen.hasOwnProperty(n))}return t||(this.seen[e]=r,this.seen[n]=0),n}slug(e,t={}){const n=this.serialize(e);return this.getNextSafeSlug(n,t.dryrun)}}class wl{constructor(e){this.options=e||qa,this.options.renderer=this.options.renderer||new bl,this.renderer=this.options.renderer,this.renderer.options=this.options,this.textRenderer=new vl,this.slugger=new xl}static parse(e,t){return new wl(t).parse(e)}static parseInline(e,t){return new wl(t).parseInline(e)}parse(e,t=!0){let n,r,i,o,s,a,l,c,u,p,d,f,h,m,g,y,b,v,x,w="";const k=e.length;for(n=0;n<k;n++)if(p=e[n],this.options.extensions&&this.options.extensions.renderers&&this.options.extensions.renderers[p.type]&&(x=this.options.extensions.renderers[p.type].call({parser:this},p),!1!==x||!["space","hr","heading","code","table","blockquote","list","html","paragraph","text"].includes(p.type)))w+=x||"";else switch(p.type){case"space":continue;case"hr":w+=this.renderer.hr();continue;case"heading":w+=this.renderer.heading(this.parseInline(p.tokens),p.depth,Xa(this.parseInline(p.tokens,this.textRenderer)),this.slugger);continue;case"code":w+=this.renderer.code(p.text,p.lang,p.escaped);continue;case"table":for(c="",l="",o=p.header.length,r=0;r<o;r++)l+=this.renderer.tablecell(this.parseInline(p.header[r].tokens),{header:!0,align:p.align[r]});for(c+=this.renderer.tablerow(l),u="",o=p.rows.length,r=0;r<o;r++){for(a=p.rows[r],l="",s=a.length,i=0;i<s;i++)l+=this.renderer.tablecell(this.parseInline(a[i].tokens),{header:!1,align:p.align[i]});u+=this.renderer.tablerow(l)}w+=this.renderer.table(c,u);continue;case"blockquote":u=this.parse(p.tokens),w+=this.renderer.blockquote(u);continue;case"list":for(d=p.ordered,f=p.start,h=p.loose,o=p.items.length,u="",r=0;r<o;r++)g=p.items[r],y=g.checked,b=g.task,m="",g.task&&(v=this.renderer.checkbox(y),h?g.tokens.length>0&&"paragraph"===g.tokens[0].type?(g.tokens[0].text=v+" "+g.tokens[0].text,g.tokens[0].tokens&&g.tokens[0].tokens.length>0&&"text"===g.tokens[0].tokens[0].type&&(g.tokens[0].tokens[0].text=v+" "+g.tokens[0].tokens[0].text)):g.tokens.unshift({type:"text",text:v}):m+=v),m+=this.parse(g.tokens,h),u+=this.renderer.listitem(m,b,y);w+=this.renderer.list(u,d,f);continue;case"html":w+=this.renderer.html(p.text);continue;case"paragraph":w+=this.renderer.paragraph(this.parseInline(p.tokens));continue;case"text":for(u=p.tokens?this.parseInline(p.tokens):p.text;n+1<k&&"text"===e[n+1].type;)p=e[++n],u+="\n"+(p.tokens?this.parseInline(p.tokens):p.text);w+=t?this.renderer.paragraph(u):u;continue;default:{const e='Token with "'+p.type+'" type was not found.';if(this.options.silent)return void console.error(e);throw new Error(e)}}return w}parseInline(e,t){t=t||this.renderer;let n,r,i,o="";const s=e.length;for(n=0;n<s;n++)if(r=e[n],this.options.extensions&&this.options.extensions.renderers&&this.options.extensions.renderers[r.type]&&(i=this.options.extensions.renderers[r.type].call({parser:this},r),!1!==i||!["escape","html","link","image","strong","em","codespan","br","del","text"].includes(r.type)))o+=i||"";else switch(r.type){case"escape":case"text":o+=t.text(r.text);break;case"html":o+=t.html(r.text);break;case"link":o+=t.link(r.href,r.title,this.parseInline(r.tokens,t));break;case"image":o+=t.image(r.href,r.title,r.text);break;case"strong":o+=t.strong(this.parseInline(r.tokens,t));break;case"em":o+=t.em(this.parseInline(r.tokens,t));break;case"codespan":o+=t.codespan(r.text);break;case"br":o+=t.br();break;case"del":o+=t.del(this.parseInline(r.tokens,t));break;default:{const e='Token with "'+r.type+'" type was not found.';if(this.options.silent)return void console.error(e);throw new Error(e)}}return o}}class kl{constructor(e){this.options=e||qa}static passThroughHooks=new Set(["preprocess","postprocess"]);preprocess(e){return e}postprocess(e){return e}}function Sl(e,t){return(n,r,i)=>{"function"==typeof r&&(i=r,r=null);const o={...r},s=function(e,t,n){return r=>{if(r.message+="\nPlease report this to https://github.com/markedjs/marked.",e){const e="<p>An error occurred:</p><pre>"+Ka(r.message+"",!0)+"</pre>";return t?Promise.resolve(e):n?void n(null,e):e}if(t)return Promise.reject(r);if(!n)throw r;n(r)}}((r={...El.defaults,...o}).silent,r.async,i);if(null==n)return s(new Error("marked(): input parameter is undefined or null"));if("string"!=typeof n)return s(new Error("marked(): input parameter is of type "+Object.prototype.toString.call(n)+", string expected"));if(function(e){e&&e.sanitize&&!e.silent&&console.warn("marked(): sanitize and sanitizer parameters are deprecated since version 0.7.0, should not be used and will be removed in the future. Read more here: https://marked.js.org/#/USING_ADVANCED.md#options")}(r),r.hooks&&(r.hooks.options=r),i){const o=r.highlight;let a;try{r.hooks&&(n=r.hooks.preprocess(n)),a=e(n,r)}catch(e){return s(e)}const l=function(e){let n;if(!e)try{r.walkTokens&&El.walkTokens(a,r.walkTokens),n=t(a,r),r.hooks&&(n=r.hooks.postprocess(n))}catch(t){e=t}return r.highlight=o,e?s(e):i(null,n)};if(!o||o.length<3)return l();if(delete r.highlight,!a.length)return l();let c=0;return El.walkTokens(a,function(e){"code"===e.type&&(c++,setTimeout(()=>{o(e.text,e.lang,function(t,n){if(t)return l(t);null!=n&&n!==e.text&&(e.text=n,e.escaped=!0),c--,0===c&&l()})},0))}),void(0===c&&l())}if(r.async)return Promise.resolve(r.hooks?r.hooks.preprocess(n):n).then(t=>e(t,r)).then(e=>r.walkTokens?Promise.all(El.walkTokens(e,r.walkTokens)).then(()=>e):e).then(e=>t(e,r)).then(e=>r.hooks?r.hooks.postprocess(e):e).catch(s);try{r.hooks&&(n=r.hooks.preprocess(n));const i=e(n,r);r.walkTokens&&El.walkTokens(i,r.walkTokens);let o=t(i,r);return r.hooks&&(o=r.hooks.postprocess(o)),o}catch(e){return s(e)}}}function El(e,t,n){return Sl(yl.lex,wl.parse)(e,t,n)}El.options=El.setOptions=function(e){var t;return El.defaults={...El.defaults,...e},t=El.defaults,qa=t,El},El.getDefaults=function(){return{async:!1,baseUrl:null,breaks:!1,extensions:null,gfm:!0,headerIds:!0,headerPrefix:"",highlight:null,hooks:null,langPrefix:"language-",mangle:!0,pedantic:!1,renderer:null,sanitize:!1,sanitizer:null,silent:!1,smartypants:!1,tokenizer:null,walkTokens:null,xhtml:!1}},El.defaults=qa,El.use=function(...e){const t=El.defaults.extensions||{renderers:{},childTokens:{}};e.forEach(e=>{const n={...e};if(n.async=El.defaults.async||n.async||!1,e.extensions&&(e.extensions.forEach(e=>{if(!e.name)throw new Error("extension name required");if(e.renderer){const n=t.renderers[e.name];t.renderers[e.name]=n?function(...t){let r=e.renderer.apply(this,t);return!1===r&&(r=n.apply(this,t)),r}:e.renderer}if(e.tokenizer){if(!e.level||"block"!==e.level&&"inline"!==e.level)throw new Error("extension level must be 'block' or 'inline'");t[e.level]?t[e.level].unshift(e.tokenizer):t[e.level]=[e.tokenizer],e.start&&("block"===e.level?t.startBlock?t.startBlock.push(e.start):t.startBlock=[e.start]:"inline"===e.level&&(t.startInline?t.startInline.push(e.start):t.startInline=[e.start]))}e.childTokens&&(t.childTokens[e.name]=e.childTokens)}),n.extensions=t),e.renderer){const t=El.defaults.renderer||new bl;for(const n in e.renderer){const r=t[n];t[n]=(...i)=>{let o=e.renderer[n].apply(t,i);return!1===o&&(o=r.apply(t,i)),o}}n.renderer=t}if(e.tokenizer){const t=El.defaults.tokenizer||new dl;for(const n in e.tokenizer){const r=t[n];t[n]=(...i)=>{let o=e.tokenizer[n].apply(t,i);return!1===o&&(o=r.apply(t,i)),o}}n.tokenizer=t}if(e.hooks){const t=El.defaults.hooks||new kl;for(const n in e.hooks){const r=t[n];kl.passThroughHooks.has(n)?t[n]=i=>{if(El.defaults.async)return Promise.resolve(e.hooks[n].call(t,i)).then(e=>r.call(t,e));const o=e.hooks[n].call(t,i);return r.call(t,o)}:t[n]=(...i)=>{let o=e.hooks[n].apply(t,i);return!1===o&&(o=r.apply(t,i)),o}}n.hooks=t}if(e.walkTokens){const t=El.defaults.walkTokens;n.walkTokens=function(n){let r=[];return r.push(e.walkTokens.call(this,n)),t&&(r=r.concat(t.call(this,n))),r}}El.setOptions(n)})},El.walkTokens=function(e,t){let n=[];for(const r of e)switch(n=n.concat(t.call(El,r)),r.type){case"table":for(const e of r.header)n=n.concat(El.walkTokens(e.tokens,t));for(const e of r.rows)for(const r of e)n=n.concat(El.walkTokens(r.tokens,t));break;case"list":n=n.concat(El.walkTokens(r.items,t));break;default:El.defaults.extensions&&El.defaults.extensions.childTokens&&El.defaults.extensions.childTokens[r.type]?El.defaults.extensions.childTokens[r.type].forEach(function(e){n=n.concat(El.walkTokens(r[e],t))}):r.tokens&&(n=n.concat(El.walkTokens(r.tokens,t)))}return n},El.parseInline=Sl(yl.lexInline,wl.parseInline),El.Parser=wl,El.parser=wl.parse,El.Renderer=bl,El.TextRenderer=vl,El.Lexer=yl,El.lexer=yl.lex,El.Tokenizer=dl,El.Slugger=xl,El.Hooks=kl,El.parse=El,El.options,El.setOptions,El.use,El.walkTokens,El.parseInline;var Ol=Object.defineProperty,_l=Object.defineProperties,Pl=Object.getOwnPropertyDescriptors,$l=Object.getOwnPropertySymbols,Al=Object.prototype.hasOwnProperty,Cl=Object.prototype.propertyIsEnumerable,jl=(e,t,n)=>t in e?Ol(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n,Tl=(e,t)=>{for(var n in t||(t={}))Al.call(t,n)&&jl(e,n,t[n]);if($l)for(var n of $l(t))Cl.call(t,n)&&jl(e,n,t[n]);return e},Nl=(e,t)=>_l(e,Pl(t));const Il=new El.Renderer;El.setOptions({renderer:Il,highlight:(e,t)=>ka(e,t)});const Rl="(?:^ {0,3}\x3c!-- ReDoc-Inject:\\s+?<({component}).*?/?>\\s+?--\x3e\\s*$|(?:^ {0,3}<({component})([\\s\\S]*?)>([\\s\\S]*?)</\\2>|^ {0,3}<({component})([\\s\\S]*?)(?:/>|\\n{2,})))";class Ll{constructor(e,t){this.options=e,this.parentId=t,this.headings=[],this.headingRule=(e,t,n,r)=>(1===t?this.currentTopHeading=this.saveHeading(e,t):2===t&&this.saveHeading(e,t,this.currentTopHeading&&this.currentTopHeading.items,this.currentTopHeading&&this.currentTopHeading.id),this.originalHeadingRule(e,t,n,r)),this.parentId=t,this.parser=new El.Parser,this.headingEnhanceRenderer=new El.Renderer,this.originalHeadingRule=this.headingEnhanceRenderer.heading.bind(this.headingEnhanceRenderer),this.headingEnhanceRenderer.heading=this.headingRule}static containsComponent(e,t){return new RegExp(Rl.replace(/{component}/g,t),"gmi").test(e)}static getTextBeforeHading(e,t){const n=e.search(new RegExp(`^##?\\s+${t}`,"m"));return n>-1?e.substring(0,n):e}saveHeading(e,t,n=this.headings,r){e=e.replace(/&#(\d+);/g,(e,t)=>String.fromCharCode(parseInt(t,10))).replace(/&amp;/g,"&").replace(/&quot;/g,'"');const i={id:r?`${r}/${li(e)}`:`${this.parentId||"section"}/${li(e)}`,name:e,level:t,items:[]};return n.push(i),i}flattenHeadings(e){if(void 0===e)return[];const t=[];for(const n of e)t.push(n),t.push(...this.flattenHeadings(n.items));return t}attachHeadingsDescriptions(e){const t=e=>new RegExp(`##?\\s+${e.name.replace(/[-\/\\^$*+?.()|[\]{}]/g,"\\$&")}s*(\n|\r\n|$|s*)`),n=this.flattenHeadings(this.headings);if(n.length<1)return;let r=n[0],i=t(r),o=e.search(i);for(let s=1;s<n.length;s++){const a=n[s],l=t(a),c=e.substr(o+1).search(l)+o+1;r.description=e.substring(o,c).replace(i,"").trim(),r=a,i=l,o=c}r.description=e.substring(o).replace(i,"").trim()}renderMd(e,t=!1){const n=t?{renderer:this.headingEnhanceRenderer}:void 0;return El(e.toString(),n)}extractHeadings(e){this.renderMd(e,!0),this.attachHeadingsDescriptions(e);const t=this.headings;return this.headings=[],t}renderMdWithComponents(e){const t=this.options&&this.options.allowedMdComponents;if(!t||0===Object.keys(t).length)return[this.renderMd(e)];const n=Object.keys(t).join("|"),r=new RegExp(Rl.replace(/{component}/g,n),"mig"),i=[],o=[];let s=r.exec(e),a=0;for(;s;){i.push(e.substring(a,s.index)),a=r.lastIndex;const n=t[s[1]||s[2]||s[5]],l=s[3]||s[6],c=s[4];n&&o.push({component:n.component,propsSelector:n.propsSelector,props:Nl(Tl(Tl({},Dl(l)),n.props),{children:c})}),s=r.exec(e)}i.push(e.substring(a));const l=[];for(let e=0;e<i.length;e++){const t=i[e];t&&l.push(this.renderMd(t)),o[e]&&l.push(o[e])}return l}}function Dl(e){if(!e)return{};const t=/([\w-]+)\s*=\s*(?:{([^}]+?)}|"([^"]+?)")/gim,n={};let r;for(;null!==(r=t.exec(e));)if(r[3])n[r[1]]=r[3];else if(r[2]){let e;try{e=JSON.parse(r[2])}catch(e){}n[r[1]]=e}return n}class Ml{constructor(e,t=new _i({})){this.parser=e,this.options=t,Object.assign(this,e.spec.info),this.description=e.spec.info.description||"",this.summary=e.spec.info.summary||"";const n=this.description.search(/^\s*##?\s+/m);n>-1&&(this.description=this.description.substring(0,n)),this.downloadUrls=this.getDownloadUrls(),this.downloadFileName=this.getDownloadFileName()}getDownloadUrls(){return(this.options.downloadUrls?this.options.downloadUrls.map(({title:e,url:t})=>({title:e||hi("download"),url:this.getDownloadLink(t)})):[{title:hi("download"),url:this.getDownloadLink(this.options.downloadDefinitionUrl)}]).filter(({title:e,url:t})=>e&&t)}getDownloadLink(e){if(e)return e;if(this.parser.specUrl)return this.parser.specUrl;if(Qr&&window.Blob&&window.URL&&window.URL.createObjectURL){const e=new Blob([JSON.stringify(this.parser.spec,null,2)],{type:"application/json"});return window.URL.createObjectURL(e)}}getDownloadFileName(){return this.parser.specUrl||this.options.downloadDefinitionUrl?this.options.downloadFileName:this.options.downloadFileName||"openapi.json"}}var zl=Object.defineProperty,Fl=Object.defineProperties,Ul=Object.getOwnPropertyDescriptors,ql=Object.getOwnPropertySymbols,Bl=Object.prototype.hasOwnProperty,Vl=Object.prototype.propertyIsEnumerable,Wl=(e,t,n)=>t in e?zl(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n;class Hl{constructor(e,t){const n=t.spec.components&&t.spec.components.securitySchemes||{};this.schemes=Object.keys(e||{}).map(r=>{const{resolved:i}=t.deref(n[r]),o=e[r]||[];if(!i)return void console.warn(`Non existing security scheme referenced: ${r}. Skipping`);const s=i["x-displayName"]||r;return((e,t)=>Fl(e,Ul(t)))(((e,t)=>{for(var n in t||(t={}))Bl.call(t,n)&&Wl(e,n,t[n]);if(ql)for(var n of ql(t))Vl.call(t,n)&&Wl(e,n,t[n]);return e})({},i),{id:r,sectionId:r,displayName:s,scopes:o})}).filter(e=>void 0!==e)}}var Yl=Object.defineProperty,Gl=Object.defineProperties,Kl=Object.getOwnPropertyDescriptor,Ql=Object.getOwnPropertyDescriptors,Xl=Object.getOwnPropertySymbols,Jl=Object.prototype.hasOwnProperty,Zl=Object.prototype.propertyIsEnumerable,ec=(e,t,n)=>t in e?Yl(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n,tc=(e,t)=>{for(var n in t||(t={}))Jl.call(t,n)&&ec(e,n,t[n]);if(Xl)for(var n of Xl(t))Zl.call(t,n)&&ec(e,n,t[n]);return e},nc=(e,t)=>Gl(e,Ql(t)),rc=(e,t,n,r)=>{for(var i,o=r>1?void 0:r?Kl(t,n):t,s=e.length-1;s>=0;s--)(i=e[s])&&(o=(r?i(t,n,o):i(o))||o);return r&&o&&Yl(t,n,o),o};class ic{constructor(e,t,n,r,i){this.expanded=!1,this.operations=[],on(this),this.name=t;const{resolved:o}=e.deref(n);for(const n of Object.keys(o)){const s=o[n],a=Object.keys(s).filter(Xs);for(const o of a){const a=s[o],l=new ap(e,nc(tc({},a),{pathName:n,pointer:Ls.compile([r,t,n,o]),httpVerb:o,pathParameters:s.parameters||[],pathServers:s.servers}),void 0,i,!0);this.operations.push(l)}}}toggle(){this.expanded=!this.expanded}}rc([Ce],ic.prototype,"expanded",2),rc([Ct],ic.prototype,"toggle",1);var oc=Object.defineProperty,sc=Object.defineProperties,ac=Object.getOwnPropertyDescriptors,lc=Object.getOwnPropertySymbols,cc=Object.prototype.hasOwnProperty,uc=Object.prototype.propertyIsEnumerable,pc=(e,t,n)=>t in e?oc(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n,dc=(e,t)=>{for(var n in t||(t={}))cc.call(t,n)&&pc(e,n,t[n]);if(lc)for(var n of lc(t))uc.call(t,n)&&pc(e,n,t[n]);return e},fc=(e,t)=>sc(e,ac(t)),hc=(e,t)=>{var n={};for(var r in e)cc.call(e,r)&&t.indexOf(r)<0&&(n[r]=e[r]);if(null!=e&&lc)for(var r of lc(e))t.indexOf(r)<0&&uc.call(e,r)&&(n[r]=e[r]);return n};function mc(e,t){return t&&e[e.length-1]!==t?[...e,t]:e}function gc(e,t){return t?e.concat(t):e}class yc{constructor(e,t,n=new _i({})){this.options=n,this.allowMergeRefs=!1,this.byRef=e=>{let t;if(this.spec){"#"!==e.charAt(0)&&(e="#"+e),e=decodeURIComponent(e);try{t=Ls.get(this.spec,e)}catch(e){}return t||{}}},this.validate(e),this.spec=e,this.allowMergeRefs=e.openapi.startsWith("3.1");const r=Qr?window.location.href:"";"string"==typeof t&&(this.specUrl=r?new URL(t,r).href:t)}validate(e){if(void 0===e.openapi)throw new Error("Document must be valid OpenAPI 3.0.0 definition")}isRef(e){return!!e&&void 0!==e.$ref&&null!==e.$ref}deref(e,t=[],n=!1){const r=null==e?void 0:e["x-refsStack"];if(t=gc(t,r),this.isRef(e)){const r=la(e.$ref);if(r&&this.options.ignoreNamedSchemas.has(r))return{resolved:{type:"object",title:r},refsStack:t};let i=this.byRef(e.$ref);if(!i)throw new Error(`Failed to resolve $ref "${e.$ref}"`);let o=t;if(t.includes(e.$ref)||t.length>999)i=Object.assign({},i,{"x-circular-ref":!0});else if(this.isRef(i)){const e=this.deref(i,t,n);o=e.refsStack,i=e.resolved}return o=mc(t,e.$ref),i=this.allowMergeRefs?this.mergeRefs(e,i,n):i,{resolved:i,refsStack:o}}return{resolved:e,refsStack:gc(t,r)}}mergeRefs(e,t,n){const r=e,{$ref:i}=r,o=hc(r,["$ref"]),s=Object.keys(o);if(0===s.length)return t;if(n&&s.some(e=>!["description","title","externalDocs","x-refsStack","x-parentRefs","readOnly","writeOnly"].includes(e))){const e=o,{description:n,title:r,readOnly:i,writeOnly:s}=e;return{allOf:[{description:n,title:r,readOnly:i,writeOnly:s},t,hc(e,["description","title","readOnly","writeOnly"])]}}return dc(dc({},t),o)}mergeAllOf(e,t,n){var r;if(e["x-circular-ref"])return e;if(void 0===(e=this.hoistOneOfs(e,n)).allOf)return e;let i=fc(dc({},e),{"x-parentRefs":[],allOf:void 0,title:e.title||la(t)});void 0!==i.properties&&"object"==typeof i.properties&&(i.properties=dc({},i.properties)),void 0!==i.items&&"object"==typeof i.items&&(i.items=dc({},i.items));const o=function(e){const t=new Set;return e.filter(e=>{const n=e.$ref;return!n||n&&!t.has(n)&&t.add(n)})}(e.allOf.map(e=>{var t;const{resolved:r,refsStack:o}=this.deref(e,n,!0),s=e.$ref||void 0,a=this.mergeAllOf(r,s,o);if(!a["x-circular-ref"]||!a.allOf)return s&&(null==(t=i["x-parentRefs"])||t.push(...a["x-parentRefs"]||[],s)),{$ref:s,refsStack:mc(o,s),schema:a}}).filter(e=>void 0!==e));for(const{schema:e,refsStack:n}of o){const o=e,{type:s,enum:a,properties:l,items:c,required:u,title:p,description:d,readOnly:f,writeOnly:h,oneOf:m,anyOf:g,"x-circular-ref":y}=o,b=hc(o,["type","enum","properties","items","required","title","description","readOnly","writeOnly","oneOf","anyOf","x-circular-ref"]);if(i.type!==s&&void 0!==i.type&&void 0!==s&&console.warn(`Incompatible types in allOf at "${t}": "${i.type}" and "${s}"`),void 0!==s&&(Array.isArray(s)&&Array.isArray(i.type)?i.type=[...s,...i.type]:i.type=s),void 0!==a&&(Array.isArray(a)&&Array.isArray(i.enum)?i.enum=Array.from(new Set([...a,...i.enum])):i.enum=a),void 0!==l&&"object"==typeof l){i.properties=i.properties||{};for(const e in l){const o=gc(n,null==(r=l[e])?void 0:r["x-refsStack"]);if(i.properties[e]){if(!y){const n=this.mergeAllOf({allOf:[i.properties[e],fc(dc({},l[e]),{"x-refsStack":o})],"x-refsStack":o},t+"/properties/"+e,o);i.properties[e]=n}}else i.properties[e]=fc(dc({},l[e]),{"x-refsStack":o})}}if(void 0!==c&&!y){const r="boolean"==typeof i.items?{}:Object.assign({},i.items),o="boolean"==typeof e.items?{}:Object.assign({},e.items);i.items=this.mergeAllOf({allOf:[r,o]},t+"/items",n)}void 0!==m&&(i.oneOf=m),void 0!==g&&(i.anyOf=g),void 0!==u&&(i.required=[...i.required||[],...u]),i=dc(fc(dc({},i),{title:i.title||p,description:i.description||d,readOnly:void 0!==i.readOnly?i.readOnly:f,writeOnly:void 0!==i.writeOnly?i.writeOnly:h,"x-circular-ref":i["x-circular-ref"]||y}),b)}return i}findDerived(e){const t={},n=this.spec.components&&this.spec.components.schemas||{};for(const r in n){const{resolved:i}=this.deref(n[r]);void 0!==i.allOf&&i.allOf.find(t=>void 0!==t.$ref&&e.indexOf(t.$ref)>-1)&&(t["#/components/schemas/"+r]=[i["x-discriminator-value"]||r])}return t}hoistOneOfs(e,t){if(void 0===e.allOf)return e;const n=e.allOf;for(let e=0;e<n.length;e++){const r=n[e],{oneOf:i}=r,o=hc(r,["oneOf"]);if(i&&Array.isArray(i)){const r=n.slice(0,e),s=n.slice(e+1),a=Object.keys(o).length>0?[o]:[];return{oneOf:i.map(e=>({allOf:[...r,...a,e,...s],"x-refsStack":t}))}}}return e}}var bc=Object.defineProperty,vc=Object.defineProperties,xc=Object.getOwnPropertyDescriptor,wc=Object.getOwnPropertyDescriptors,kc=Object.getOwnPropertySymbols,Sc=Object.prototype.hasOwnProperty,Ec=Object.prototype.propertyIsEnumerable,Oc=(e,t,n)=>t in e?bc(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n,_c=(e,t)=>{for(var n in t||(t={}))Sc.call(t,n)&&Oc(e,n,t[n]);if(kc)for(var n of kc(t))Ec.call(t,n)&&Oc(e,n,t[n]);return e},Pc=(e,t)=>vc(e,wc(t)),$c=(e,t,n,r)=>{for(var i,o=r>1?void 0:r?xc(t,n):t,s=e.length-1;s>=0;s--)(i=e[s])&&(o=(r?i(t,n,o):i(o))||o);return r&&o&&bc(t,n,o),o};const Ac=class e{constructor(e,t,n,r,i=!1,o=[]){this.options=r,this.refsStack=o,this.typePrefix="",this.isCircular=!1,this.activeOneOf=0,on(this),this.pointer=t.$ref||n||"";const{resolved:s,refsStack:a}=e.deref(t,o,!0);this.refsStack=mc(a,this.pointer),this.rawSchema=s,this.schema=e.mergeAllOf(this.rawSchema,this.pointer,this.refsStack),this.init(e,i),r.showExtensions&&(this.extensions=va(this.schema,r.showExtensions))}activateOneOf(e){this.activeOneOf=e}hasType(e){return this.type===e||pi(this.type)&&this.type.includes(e)}init(t,n){var r,i,o,s,a,l,c,u;const p=this.schema;if(this.isCircular=!!p["x-circular-ref"],this.title=p.title||aa(this.pointer)&&Ls.baseName(this.pointer)||"",this.description=p.description||"",this.type=p.type||function(e){if(void 0!==e.type&&!pi(e.type))return e.type;const t=Object.keys(Js);for(const n of t){const t=Js[n];if(void 0!==e[n])return t}return"any"}(p),this.format=p.format,this.enum=p.enum||[],this["x-enumDescriptions"]=p["x-enumDescriptions"],this.example=p.example,this.examples=p.examples,this.deprecated=!!p.deprecated,this.pattern=p.pattern,this.externalDocs=p.externalDocs,this.constraints=ua(p),this.displayFormat=this.format,this.isPrimitive=Zs(p,this.type),this.default=p.default,this.readOnly=!!p.readOnly,this.writeOnly=!!p.writeOnly,this.const=p.const||"",this.contentEncoding=p.contentEncoding,this.contentMediaType=p.contentMediaType,this.minItems=p.minItems,this.maxItems=p.maxItems,(p.nullable||p["x-nullable"])&&(pi(this.type)&&!this.type.some(e=>null===e||"null"===e)?this.type=[...this.type,"null"]:pi(this.type)||null===this.type&&"null"===this.type||(this.type=[this.type,"null"])),this.displayType=pi(this.type)?this.type.map(e=>null===e?"null":e).join(" or "):this.type,!this.isCircular)if(p.if&&p.then||p.if&&p.else)this.initConditionalOperators(p,t);else if(n||void 0===Tc(p)){if(n&&pi(p.oneOf)&&p.oneOf.find(e=>e.$ref===this.pointer)&&delete p.oneOf,void 0!==p.oneOf)return this.initOneOf(p.oneOf,t),this.oneOfType="One of",void(void 0!==p.anyOf&&console.warn(`oneOf and anyOf are not supported on the same level. Skipping anyOf at ${this.pointer}`));if(void 0!==p.anyOf)return this.initOneOf(p.anyOf,t),void(this.oneOfType="Any of");if(this.hasType("object"))this.fields=jc(t,p,this.pointer,this.options,this.refsStack);else if(this.hasType("array")&&(pi(p.items)||pi(p.prefixItems)?this.fields=jc(t,p,this.pointer,this.options,this.refsStack):p.items&&(this.items=new e(t,p.items,this.pointer+"/items",this.options,!1,this.refsStack)),this.displayType=p.prefixItems||pi(p.items)?"items":((null==(r=this.items)?void 0:r.displayType)||this.displayType).split(" or ").map(e=>e.replace(/^(string|object|number|integer|array|boolean)s?( ?.*)/,"$1s$2")).join(" or "),this.displayFormat=(null==(i=this.items)?void 0:i.format)||"",this.typePrefix=(null==(o=this.items)?void 0:o.typePrefix)||""+hi("arrayOf"),this.title=this.title||(null==(s=this.items)?void 0:s.title)||"",this.isPrimitive=void 0!==(null==(a=this.items)?void 0:a.isPrimitive)?null==(l=this.items)?void 0:l.isPrimitive:this.isPrimitive,void 0===this.example&&void 0!==(null==(c=this.items)?void 0:c.example)&&(this.example=[this.items.example]),(null==(u=this.items)?void 0:u.isPrimitive)&&(this.enum=this.items.enum,this["x-enumDescriptions"]=this.items["x-enumDescriptions"]),pi(this.type))){const e=this.type.filter(e=>"array"!==e);e.length&&(this.displayType+=` or ${e.join(" or ")}`)}this.enum.length&&this.options.sortEnumValuesAlphabetically&&this.enum.sort()}else this.initDiscriminator(p,t)}initOneOf(t,n){if(this.oneOf=t.map((t,r)=>{const{resolved:i,refsStack:o}=n.deref(t,this.refsStack,!0),s=n.mergeAllOf(i,this.pointer+"/oneOf/"+r,o),a=aa(t.$ref)&&!s.title?Ls.baseName(t.$ref):`${s.title||""}${void 0!==s.const&&JSON.stringify(s.const)||""}`;return new e(n,Pc(_c({},s),{title:a,allOf:[Pc(_c({},this.schema),{oneOf:void 0,anyOf:void 0})],discriminator:i.allOf?void 0:s.discriminator}),t.$ref||this.pointer+"/oneOf/"+r,this.options,!1,o)}),this.options.simpleOneOfTypeLabel){const e=function(e){const t=new Set;return function e(n){for(const r of n.oneOf||[])r.oneOf?e(r):r.type&&t.add(r.type)}(e),Array.from(t.values())}(this);this.displayType=e.join(" or ")}else this.displayType=this.oneOf.map(e=>{let t=e.typePrefix+(e.title?`${e.title} (${e.displayType})`:e.displayType);return t.indexOf(" or ")>-1&&(t=`(${t})`),t}).join(" or ")}initDiscriminator(t,n){const r=Tc(t);this.discriminatorProp=r.propertyName;const i=n.findDerived([...this.schema["x-parentRefs"]||[],this.pointer]);if(t.oneOf)for(const e of t.oneOf){if(void 0===e.$ref)continue;const t=Ls.baseName(e.$ref);i[e.$ref]=t}const o=r.mapping||{};let s=r["x-explicitMappingOnly"]||!1;0===Object.keys(o).length&&(s=!1);const a={};for(const e in o){const t=o[e];pi(a[t])?a[t].push(e):a[t]=[e]}const l=_c(s?{}:_c({},i),a);let c=[];for(const e of Object.keys(l)){const t=l[e];if(pi(t))for(const n of t)c.push({$ref:e,name:n});else c.push({$ref:e,name:t})}const u=Object.keys(o);0!==u.length&&(c=c.sort((e,t)=>{const n=u.indexOf(e.name),r=u.indexOf(t.name);return n<0&&r<0?e.name.localeCompare(t.name):n<0?1:r<0?-1:n-r})),this.oneOf=c.map(({$ref:t,name:r})=>{const i=new e(n,{$ref:t},t,this.options,!0,this.refsStack.slice(0,-1));return i.title=r,i})}initConditionalOperators(t,n){const r=t,{if:i,else:o={},then:s={}}=r,a=((e,t)=>{var n={};for(var r in e)Sc.call(e,r)&&t.indexOf(r)<0&&(n[r]=e[r]);if(null!=e&&kc)for(var r of kc(e))t.indexOf(r)<0&&Ec.call(e,r)&&(n[r]=e[r]);return n})(r,["if","else","then"]),l=[{allOf:[a,s,i],title:i&&i["x-displayName"]||(null==i?void 0:i.title)||"case 1"},{allOf:[a,o],title:o&&o["x-displayName"]||(null==o?void 0:o.title)||"case 2"}];this.oneOf=l.map((t,r)=>new e(n,_c({},t),this.pointer+"/oneOf/"+r,this.options,!1,this.refsStack)),this.oneOfType="One of"}};$c([Ce],Ac.prototype,"activeOneOf",2),$c([Ct],Ac.prototype,"activateOneOf",1);let Cc=Ac;function jc(e,t,n,r,i){const o=t.properties||t.prefixItems||t.items||{},s=t.patternProperties||{},a=t.additionalProperties||t.unevaluatedProperties,l=t.prefixItems?t.items:t.additionalItems,c=t.default;let u=Object.keys(o||[]).map(s=>{let a=o[s];a||(console.warn(`Field "${s}" is invalid, skipping.\n Field must be an object but got ${typeof a} at "${n}"`),a={});const l=void 0!==t.required&&t.required.indexOf(s)>-1;return new zc(e,{name:t.properties?s:`[${s}]`,required:l,schema:Pc(_c({},a),{default:void 0===a.default&&c?c[s]:a.default})},n+"/properties/"+s,r,i)});return r.sortPropsAlphabetically&&(u=da(u,"name")),r.sortRequiredPropsFirst&&(u=pa(u,r.sortPropsAlphabetically?void 0:t.required)),u.push(...Object.keys(s).map(t=>{let o=s[t];return o||(console.warn(`Field "${t}" is invalid, skipping.\n Field must be an object but got ${typeof o} at "${n}"`),o={}),new zc(e,{name:t,required:!1,schema:o,kind:"patternProperties"},`${n}/patternProperties/${t}`,r,i)})),"object"!=typeof a&&!0!==a||u.push(new zc(e,{name:("object"==typeof a&&a["x-additionalPropertiesName"]||"property name").concat("*"),required:!1,schema:!0===a?{}:a,kind:"additionalProperties"},n+"/additionalProperties",r,i)),u.push(...function({parser:e,schema:t=!1,fieldsCount:n,$ref:r,options:i,refsStack:o}){return di(t)?t?[new zc(e,{name:`[${n}...]`,schema:{}},`${r}/additionalItems`,i,o)]:[]:pi(t)?[...t.map((t,s)=>new zc(e,{name:`[${n+s}]`,schema:t},`${r}/additionalItems`,i,o))]:si(t)?[new zc(e,{name:`[${n}...]`,schema:t},`${r}/additionalItems`,i,o)]:[]}({parser:e,schema:l,fieldsCount:u.length,$ref:n,options:r,refsStack:i})),u}function Tc(e){return e.discriminator||e["x-discriminator"]}const Nc={};class Ic{constructor(e,t,n,r){this.mime=n;const{resolved:i}=e.deref(t);this.value=i.value,this.summary=i.summary,this.description=i.description,i.externalValue&&(this.externalValueUrl=new URL(i.externalValue,e.specUrl).href),"application/x-www-form-urlencoded"===n&&this.value&&"object"==typeof this.value&&(this.value=function(e,t={}){if(pi(e))throw new Error("Payload must have fields: "+e.toString());return Object.keys(e).map(n=>{const r=e[n],{style:i="form",explode:o=!0}=t[n]||{};switch(i){case"form":return ra(n,o,r);case"spaceDelimited":return ta(r,n,"%20");case"pipeDelimited":return ta(r,n,"|");case"deepObject":return na(r,n);default:return console.warn("Incorrect or unsupported encoding style: "+i),""}}).join("&")}(this.value,r))}getExternalValue(e){return this.externalValueUrl?(this.externalValueUrl in Nc||(Nc[this.externalValueUrl]=fetch(this.externalValueUrl).then(t=>t.text().then(n=>{if(!t.ok)return Promise.reject(new Error(n));if(!ea(e))return n;try{return JSON.parse(n)}catch(e){return n}}))),Nc[this.externalValueUrl]):Promise.resolve(void 0)}}var Rc=Object.defineProperty,Lc=Object.getOwnPropertyDescriptor,Dc=(e,t,n,r)=>{for(var i,o=r>1?void 0:r?Lc(t,n):t,s=e.length-1;s>=0;s--)(i=e[s])&&(o=(r?i(t,n,o):i(o))||o);return r&&o&&Rc(t,n,o),o};const Mc={path:{style:"simple",explode:!1},query:{style:"form",explode:!0},header:{style:"simple",explode:!1},cookie:{style:"form",explode:!0}};class zc{constructor(e,t,n,r,i){var o,s,a,l,c;this.expanded=void 0,on(this);const{resolved:u}=e.deref(t);this.kind=t.kind||"field",this.name=t.name||u.name,this.in=u.in,this.required=!!u.required;let p=u.schema,d="";if(!p&&u.in&&u.content&&(d=Object.keys(u.content)[0],p=u.content[d]&&u.content[d].schema),this.schema=new Cc(e,p||{},n,r,!1,i),this.description=void 0===u.description?this.schema.description||"":u.description,this.example=u.example||this.schema.example,void 0!==u.examples||void 0!==this.schema.examples){const t=u.examples||this.schema.examples;this.examples=pi(t)?t:ni(t,(t,n)=>new Ic(e,t,n,u.encoding))}d?this.serializationMime=d:u.style?this.style=u.style:this.in&&(this.style=null!=(s=null==(o=Mc[this.in])?void 0:o.style)?s:"form"),void 0===u.explode&&this.in?this.explode=null==(l=null==(a=Mc[this.in])?void 0:a.explode)||l:this.explode=!!u.explode,this.deprecated=void 0===u.deprecated?!!this.schema.deprecated:u.deprecated,r.showExtensions&&(this.extensions=va(u,r.showExtensions)),this.const=(null==(c=this.schema)?void 0:c.const)||(null==u?void 0:u.const)||""}toggle(){this.expanded=!this.expanded}collapse(){this.expanded=!1}expand(){this.expanded=!0}}Dc([Ce],zc.prototype,"expanded",2),Dc([Ct],zc.prototype,"toggle",1),Dc([Ct],zc.prototype,"collapse",1),Dc([Ct],zc.prototype,"expand",1);const Fc=Symbol("skip");function Uc(e){return e<10?"0"+e:e}function qc(e,t){return t>e.length?e.repeat(Math.trunc(t/e.length)+1).substring(0,t):e}function Bc(...e){const t=e=>e&&"object"==typeof e;return e.reduce((e,n)=>(Object.keys(n||{}).forEach(r=>{const i=e[r],o=n[r];t(i)&&t(o)?e[r]=Bc(i,o):e[r]=o}),e),Array.isArray(e[e.length-1])?[]:{})}function Vc(e){return{value:"object"===e?{}:"array"===e?[]:void 0}}function Wc(e,t){t&&e.pop()}function Hc(e,t={},n={}){const{value:r}=e,{propertyName:i}=n,{name:o,prefix:s,namespace:a}=function(e){return{name:e?.xml?.name||"",prefix:e?.xml?.prefix||"",namespace:e?.xml?.namespace||null,attribute:e?.xml?.attribute??!1,wrapped:e?.xml?.wrapped??!1}}(t),l=function(e){const t=e?.xml;return t?.nodeType?t.nodeType:!0===t?.attribute?"attribute":!0===t?.wrapped&&"array"===e?.type?"element":e?.$ref||e?.$dynamicRef||"array"===e?.type||e?.oneOf||e?.anyOf||e?.allOf?"none":"element"}(t);let c=o||i?`${s?s+":":""}${o||i}`:null,u="object"==typeof r?Array.isArray(r)?[...r]:{...r}:r;switch(l){case"attribute":c&&(c=`$${c}`);break;case"text":c="#text";break;case"cdata":c="#cdata";break;case"none":"array"===t.type?(c=null,void 0!==t.example&&(c=t.items?.xml?.name||c)):c=null;break;default:"array"===t.type&&Array.isArray(u)&&(u={[c]:[...u]})}return a&&"text"!==l&&"cdata"!==l&&"none"!==l&&("object"==typeof u?u["$xmlns"+(s?":"+s:"")]=a:u={["$xmlns"+(s?":"+s:"")]:a,"#text":u}),{propertyName:c,value:u}}const Yc={multipleOf:"number",maximum:"number",exclusiveMaximum:"number",minimum:"number",exclusiveMinimum:"number",maxLength:"string",minLength:"string",pattern:"string",items:"array",maxItems:"array",minItems:"array",uniqueItems:"array",additionalItems:"array",maxProperties:"object",minProperties:"object",required:"object",additionalProperties:"object",properties:"object",patternProperties:"object",dependencies:"object"};function Gc(e){if(void 0!==e.type)return Array.isArray(e.type)?0===e.type.length?null:e.type[0]:e.type;const t=Object.keys(Yc);for(var n=0;n<t.length;n++){let r=t[n],i=Yc[r];if(void 0!==e[r])return i}return null}let Kc={},Qc=[];function Xc(e){let t;return void 0!==e.const?t=e.const:void 0!==e.examples&&e.examples.length?t=e.examples[0]:void 0!==e.enum&&e.enum.length?t=e.enum[0]:void 0!==e.default&&(t=e.default),t}function Jc(e){const t=Xc(e);if(void 0!==t)return{value:t,readOnly:e.readOnly,writeOnly:e.writeOnly,type:null}}function Zc(e,t,n,r){if(r){if(Qc.includes(e))return Vc(Gc(e));Qc.push(e)}if(r&&r.depth>t.maxSampleDepth)return Wc(Qc,r),Vc(Gc(e));if(e.$ref){if(!n)throw new Error("Your schema contains $ref. You must provide full specification in the third parameter.");let i=decodeURIComponent(e.$ref);i.startsWith("#")&&(i=i.substring(1));const o=Is().get(n,i);let s;if(!0!==Kc[i]){Kc[i]=!0;const e=Zc(o,t,n,r);if("xml"===t.format){const t=i.split("/").pop(),n={...r,propertyName:r?.propertyName||t},{propertyName:a,value:l}=Hc(e,o,n);s={...e,value:{[a||"root"]:l}}}else s=e;Kc[i]=!1}else s=Vc(Gc(o));return Wc(Qc,r),s}if(void 0!==e.example)return Wc(Qc,r),{value:e.example,readOnly:e.readOnly,writeOnly:e.writeOnly,type:e.type};if(void 0!==e.allOf)return Wc(Qc,r),Jc(e)||function(e,t,n,r,i){let o=Zc(e,n,r);const s=[];for(let e of t){const{type:t,readOnly:a,writeOnly:l,value:c}=Zc({type:o.type,...e},n,r,{...i,isAllOfChild:!0});o.type&&t&&t!==o.type&&(console.warn("allOf: schemas with different types can't be merged"),o.type=t),o.type=o.type||t,o.readOnly=o.readOnly||a,o.writeOnly=o.writeOnly||l,null!=c&&s.push(c)}if("object"===o.type){o.value=Bc(o.value||{},...s.filter(e=>"object"==typeof e));for(const e in o.value)o.value[e]===Fc&&delete o.value[e];return o}{"array"===o.type&&(n.quiet||console.warn('OpenAPI Sampler: found allOf with "array" type. Result may be incorrect'));const e=s[s.length-1];return o.value=null!=e?e:o.value,o}}({...e,allOf:void 0},e.allOf,t,n,r);if(e.oneOf&&e.oneOf.length)return e.anyOf&&(t.quiet||console.warn("oneOf and anyOf are not supported on the same level. Skipping anyOf")),Wc(Qc,r),s(e,Object.assign({readOnly:e.readOnly,writeOnly:e.writeOnly},e.oneOf[0]));if(e.anyOf&&e.anyOf.length)return Wc(Qc,r),s(e,Object.assign({readOnly:e.readOnly,writeOnly:e.writeOnly},e.anyOf[0]));if(e.if&&e.then){Wc(Qc,r);const{if:i,then:o,...s}=e;return Zc(Bc(s,i,o),t,n,r)}let i=Xc(e),o=null;if(void 0===i){i=null,o=e.type,Array.isArray(o)&&e.type.length>0&&(o=e.type[0]),o||(o=Gc(e));let s=Lu[o];s&&(i=s(e,t,n,r))}return Wc(Qc,r),{value:i,readOnly:e.readOnly,writeOnly:e.writeOnly,type:o};function s(e,i){const o=Jc(e);if(void 0!==o)return o;const s=Zc({...e,oneOf:void 0,anyOf:void 0},t,n,r),a=Zc(i,t,n,r);if("object"==typeof s.value&&"object"==typeof a.value){const e=Bc(s.value,a.value);return{...a,value:e}}return a}}function eu(e){let t=0;if("number"!==e.type||"float"!==e.format&&"double"!==e.format||(t=.1),"boolean"==typeof e.exclusiveMinimum||"boolean"==typeof e.exclusiveMaximum){if(e.maximum&&e.minimum)return t=e.exclusiveMinimum?Math.floor(e.minimum)+1:e.minimum,(e.exclusiveMaximum&&t>=e.maximum||!e.exclusiveMaximum&&t>e.maximum)&&(t=(e.maximum+e.minimum)/2),t;if(e.minimum)return e.exclusiveMinimum?Math.floor(e.minimum)+1:e.minimum;if(e.maximum)return e.exclusiveMaximum?e.maximum>0?0:Math.floor(e.maximum)-1:e.maximum>0?0:e.maximum}else{if(e.minimum)return e.minimum;e.exclusiveMinimum?(t=Math.floor(e.exclusiveMinimum)+1,t===e.exclusiveMaximum&&(t=(t+Math.floor(e.exclusiveMaximum)-1)/2)):e.exclusiveMaximum?t=Math.floor(e.exclusiveMaximum)-1:e.maximum&&(t=e.maximum)}return t}function tu(e,t){return e}function nu(e,t,n){let r=1;if(e)switch(e){case"?":r=0;break;case"*":r=tu(0);break;case"+":r=tu(1);break;default:throw new Error("Unknown quantifier symbol provided.")}else null!=t&&null!=n?r=tu(parseInt(t),parseInt(n)):null!=t&&null==n&&(r=parseInt(t));return r}function ru({min:e,max:t,omitTime:n,omitDate:r}){let i=function(e,t,n){var r=n?"":e.getUTCFullYear()+"-"+Uc(e.getUTCMonth()+1)+"-"+Uc(e.getUTCDate());return t||(r+="T"+Uc(e.getUTCHours())+":"+Uc(e.getUTCMinutes())+":"+Uc(e.getUTCSeconds())+"Z"),r}(new Date("2019-08-24T14:15:22.123Z"),n,r);return i.length<e&&console.warn(`Using minLength = ${e} is incorrect with format "date-time"`),t&&i.length>t&&console.warn(`Using maxLength = ${t} is incorrect with format "date-time"`),i}function iu(e,t,n,r,i=!1){if(r&&i)return function(e){let t,n,r,i=!1;e instanceof RegExp&&(i=e.flags.includes("i"),e=e.toString(),e=e.match(/\/(.+?)\//)?.[1]??"");const o=/([.A-Za-z0-9])(?:\{(\d+)(?:\,(\d+)|)\}|(\?|\*|\+))(?![^[]*]|[^{]*})/;let s=(e=e.replace(/^(\^)?(.*?)(\$)?$/,"$2")).match(o);for(;null!=s;){const t=s[2],n=s[3];r=nu(s[4],t,n),e=e.slice(0,s.index)+s[1].repeat(r)+e.slice(s.index+s[0].length),s=e.match(o)}const a=/(\d-\d|\w-\w|\d|\w|[-!@#$&()`.+,/"])/,l=/\[(\^|)(-|)(.+?)\](?:\{(\d+)(?:\,(\d+)|)\}|(\?|\*|\+)|)/;for(s=e.match(l);null!=s;){const o="^"===s[1],c="-"===s[2],u=s[4],p=s[5],d=s[6],f=[];let h=s[3],m=h.match(a);for(c&&f.push(45);null!=m;){if(-1===m[0].indexOf("-"))i&&isNaN(Number(m[0]))?(f.push(m[0].toUpperCase().charCodeAt(0)),f.push(m[0].toLowerCase().charCodeAt(0))):f.push(m[0].charCodeAt(0));else{const e=m[0].split("-").map(e=>e.charCodeAt(0));if(t=e[0],n=e[1],t>n)throw new Error("Character range provided is out of order.");for(let e=t;e<=n;e++)if(i&&isNaN(Number(String.fromCharCode(e)))){const t=String.fromCharCode(e);f.push(t.toUpperCase().charCodeAt(0)),f.push(t.toLowerCase().charCodeAt(0))}else f.push(e)}h=h.substring(m[0].length),m=h.match(a)}if(r=nu(d,u,p),o){let e=-1;for(let t=48;t<=57;t++)e=f.indexOf(t),e>-1?f.splice(e,1):f.push(t);for(let t=65;t<=90;t++)e=f.indexOf(t),e>-1?f.splice(e,1):f.push(t);for(let t=97;t<=122;t++)e=f.indexOf(t),e>-1?f.splice(e,1):f.push(t)}const g=Array.from({length:r},()=>String.fromCharCode(f[tu(0,f.length)])).join("");s=(e=e.slice(0,s.index)+g+e.slice(s.index+s[0].length)).match(l)}const c=/(.)\{(\d+)\,(\d+)\}/;for(s=e.match(c);null!=s;){if(t=parseInt(s[2]),n=parseInt(s[3]),t>n)throw new Error("Numbers out of order in {} quantifier.");r=tu(t),e=e.slice(0,s.index)+s[1].repeat(r)+e.slice(s.index+s[0].length),s=e.match(c)}const u=/(.)\{(\d+)\}/;for(s=e.match(u);null!=s;)r=parseInt(s[2]),e=e.slice(0,s.index)+s[1].repeat(r)+e.slice(s.index+s[0].length),s=e.match(u);return e}(r);let o=qc("string",e);return t&&o.length>t&&(o=o.substring(0,t)),o}const ou={email:function(){return"user@example.com"},"idn-email":function(){return"пошта@укр.нет"},password:function(e,t){let n="pa$$word";return e>n.length&&(n+="_",n+=qc("qwerty!@#$%^123456",e-n.length).substring(0,e-n.length)),n},"date-time":function(e,t){return ru({min:e,max:t,omitTime:!1,omitDate:!1})},date:function(e,t){return ru({min:e,max:t,omitTime:!0,omitDate:!1})},time:function(e,t){return ru({min:e,max:t,omitTime:!1,omitDate:!0}).slice(1)},ipv4:function(){return"192.168.0.1"},ipv6:function(){return"2001:0db8:85a3:0000:0000:8a2e:0370:7334"},hostname:function(){return"example.com"},"idn-hostname":function(){return"приклад.укр"},iri:function(){return"http://example.com/entity/1"},"iri-reference":function(){return"/entity/1"},uri:function(){return"http://example.com"},"uri-reference":function(){return"../dictionary"},"uri-template":function(){return"http://example.com/{endpoint}"},uuid:function(e,t,n){return r=function(e){var t=0;if(0==e.length)return t;for(var n=0;n<e.length;n++)t=(t<<5)-t+e.charCodeAt(n),t&=t;return t}(n||"id"),i=function(e,t,n,r){return function(){var i=(e|=0)-((t|=0)<<27|t>>>5)|0;return e=t^((n|=0)<<17|n>>>15),t=n+(r|=0)|0,n=r+i|0,((r=e+i|0)>>>0)/4294967296}}(r,r,r,r),"xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx".replace(/[xy]/g,e=>{var t=16*i()%16|0;return("x"==e?t:3&t|8).toString(16)});var r,i},default:iu,"json-pointer":function(){return"/json/pointer"},"relative-json-pointer":function(){return"1/relative/json/pointer"},regex:function(){return"/regex/"}};class su{constructor(e,t={},n){this.pattern=e,this.separator=t.separator||".",this.segments=this._parse(e),this.data=n,this._hasDeepWildcard=this.segments.some(e=>"deep-wildcard"===e.type),this._hasAttributeCondition=this.segments.some(e=>void 0!==e.attrName),this._hasPositionSelector=this.segments.some(e=>void 0!==e.position)}_parse(e){const t=[];let n=0,r="";for(;n<e.length;)e[n]===this.separator?n+1<e.length&&e[n+1]===this.separator?(r.trim()&&(t.push(this._parseSegment(r.trim())),r=""),t.push({type:"deep-wildcard"}),n+=2):(r.trim()&&t.push(this._parseSegment(r.trim())),r="",n++):(r+=e[n],n++);return r.trim()&&t.push(this._parseSegment(r.trim())),t}_parseSegment(e){const t={type:"tag"};let n=null,r=e;const i=e.match(/^([^\[]+)(\[[^\]]*\])(.*)$/);if(i&&(r=i[1]+i[3],i[2])){const e=i[2].slice(1,-1);e&&(n=e)}let o,s,a=r;if(r.includes("::")){const t=r.indexOf("::");if(o=r.substring(0,t).trim(),a=r.substring(t+2).trim(),!o)throw new Error(`Invalid namespace in pattern: ${e}`)}let l=null;if(a.includes(":")){const e=a.lastIndexOf(":"),t=a.substring(0,e).trim(),n=a.substring(e+1).trim();["first","last","odd","even"].includes(n)||/^nth\(\d+\)$/.test(n)?(s=t,l=n):s=a}else s=a;if(!s)throw new Error(`Invalid segment pattern: ${e}`);if(t.tag=s,o&&(t.namespace=o),n)if(n.includes("=")){const e=n.indexOf("=");t.attrName=n.substring(0,e).trim(),t.attrValue=n.substring(e+1).trim()}else t.attrName=n.trim();if(l){const e=l.match(/^nth\((\d+)\)$/);e?(t.position="nth",t.positionValue=parseInt(e[1],10)):t.position=l}return t}get length(){return this.segments.length}hasDeepWildcard(){return this._hasDeepWildcard}hasAttributeCondition(){return this._hasAttributeCondition}hasPositionSelector(){return this._hasPositionSelector}toString(){return this.pattern}}class au{constructor(e){this._matcher=e}get separator(){return this._matcher.separator}getCurrentTag(){const e=this._matcher.path;return e.length>0?e[e.length-1].tag:void 0}getCurrentNamespace(){const e=this._matcher.path;return e.length>0?e[e.length-1].namespace:void 0}getAttrValue(e){const t=this._matcher.path;if(0!==t.length)return t[t.length-1].values?.[e]}hasAttr(e){const t=this._matcher.path;if(0===t.length)return!1;const n=t[t.length-1];return void 0!==n.values&&e in n.values}getPosition(){const e=this._matcher.path;return 0===e.length?-1:e[e.length-1].position??0}getCounter(){const e=this._matcher.path;return 0===e.length?-1:e[e.length-1].counter??0}getIndex(){return this.getPosition()}getDepth(){return this._matcher.path.length}toString(e,t=!0){return this._matcher.toString(e,t)}toArray(){return this._matcher.path.map(e=>e.tag)}matches(e){return this._matcher.matches(e)}matchesAny(e){return e.matchesAny(this._matcher)}}class lu{constructor(e={}){this.separator=e.separator||".",this.path=[],this.siblingStacks=[],this._pathStringCache=null,this._view=new au(this)}push(e,t=null,n=null){this._pathStringCache=null,this.path.length>0&&(this.path[this.path.length-1].values=void 0);const r=this.path.length;this.siblingStacks[r]||(this.siblingStacks[r]=new Map);const i=this.siblingStacks[r],o=n?`${n}:${e}`:e,s=i.get(o)||0;let a=0;for(const e of i.values())a+=e;i.set(o,s+1);const l={tag:e,position:a,counter:s};null!=n&&(l.namespace=n),null!=t&&(l.values=t),this.path.push(l)}pop(){if(0===this.path.length)return;this._pathStringCache=null;const e=this.path.pop();return this.siblingStacks.length>this.path.length+1&&(this.siblingStacks.length=this.path.length+1),e}updateCurrent(e){if(this.path.length>0){const t=this.path[this.path.length-1];null!=e&&(t.values=e)}}getCurrentTag(){return this.path.length>0?this.path[this.path.length-1].tag:void 0}getCurrentNamespace(){return this.path.length>0?this.path[this.path.length-1].namespace:void 0}getAttrValue(e){if(0!==this.path.length)return this.path[this.path.length-1].values?.[e]}hasAttr(e){if(0===this.path.length)return!1;const t=this.path[this.path.length-1];return void 0!==t.values&&e in t.values}getPosition(){return 0===this.path.length?-1:this.path[this.path.length-1].position??0}getCounter(){return 0===this.path.length?-1:this.path[this.path.length-1].counter??0}getIndex(){return this.getPosition()}getDepth(){return this.path.length}toString(e,t=!0){const n=e||this.separator;if(n===this.separator&&!0===t){if(null!==this._pathStringCache)return this._pathStringCache;const e=this.path.map(e=>e.namespace?`${e.namespace}:${e.tag}`:e.tag).join(n);return this._pathStringCache=e,e}return this.path.map(e=>t&&e.namespace?`${e.namespace}:${e.tag}`:e.tag).join(n)}toArray(){return this.path.map(e=>e.tag)}reset(){this._pathStringCache=null,this.path=[],this.siblingStacks=[]}matches(e){const t=e.segments;return 0!==t.length&&(e.hasDeepWildcard()?this._matchWithDeepWildcard(t):this._matchSimple(t))}_matchSimple(e){if(this.path.length!==e.length)return!1;for(let t=0;t<e.length;t++)if(!this._matchSegment(e[t],this.path[t],t===this.path.length-1))return!1;return!0}_matchWithDeepWildcard(e){let t=this.path.length-1,n=e.length-1;for(;n>=0&&t>=0;){const r=e[n];if("deep-wildcard"===r.type){if(n--,n<0)return!0;const r=e[n];let i=!1;for(let e=t;e>=0;e--)if(this._matchSegment(r,this.path[e],e===this.path.length-1)){t=e-1,n--,i=!0;break}if(!i)return!1}else{if(!this._matchSegment(r,this.path[t],t===this.path.length-1))return!1;t--,n--}}return n<0}_matchSegment(e,t,n){if("*"!==e.tag&&e.tag!==t.tag)return!1;if(void 0!==e.namespace&&"*"!==e.namespace&&e.namespace!==t.namespace)return!1;if(void 0!==e.attrName){if(!n)return!1;if(!t.values||!(e.attrName in t.values))return!1;if(void 0!==e.attrValue&&String(t.values[e.attrName])!==String(e.attrValue))return!1}if(void 0!==e.position){if(!n)return!1;const r=t.counter??0;if("first"===e.position&&0!==r)return!1;if("odd"===e.position&&r%2!=1)return!1;if("even"===e.position&&r%2!=0)return!1;if("nth"===e.position&&r!==e.positionValue)return!1}return!0}matchesAny(e){return e.matchesAny(this)}snapshot(){return{path:this.path.map(e=>({...e})),siblingStacks:this.siblingStacks.map(e=>new Map(e))}}restore(e){this._pathStringCache=null,this.path=e.path.map(e=>({...e})),this.siblingStacks=e.siblingStacks.map(e=>new Map(e))}readOnly(){return this._view}}function cu(e){return String(e).replace(/--/g,"- -").replace(/--/g,"- -").replace(/-$/,"- ")}function uu(e){return String(e).replace(/\]\]>/g,"]]]]><![CDATA[>")}function pu(e){return String(e).replace(/"/g,"&quot;").replace(/'/g,"&apos;")}const du=":A-Za-z_À-ÖØ-öø-˿Ͱ-ͽͿ-҆҈-῿‌-‍⁰-↏Ⰰ-⿯、-퟿豈-﷏ﷰ-�",fu=":A-Za-z_À-˿Ͱ-ͽͿ-҆҈-῿‌-‍⁰-↏Ⰰ-⿯、-퟿豈-﷏ﷰ-�𐀀-󯿿",hu=fu+"\\-\\.\\d·̀-ͯ҇‿-⁀",mu=(e,t,n="")=>{const r=`[${e.replace(":","")}][${t.replace(":","")}]*`;return{name:new RegExp(`^[${e}][${t}]*$`,n),ncName:new RegExp(`^${r}$`,n),qName:new RegExp(`^${r}(?::${r})?$`,n),nmToken:new RegExp(`^[${t}]+$`,n),nmTokens:new RegExp(`^[${t}]+(?:\\s+[${t}]+)*$`,n)}},gu=mu(du,du+"\\-\\.\\d·̀-ͯ‿-⁀"),yu=mu(fu,hu,"u"),bu=(e,{xmlVersion:t="1.0"}={})=>((e="1.0")=>"1.1"===e?yu:gu)(t).qName.test(e);function vu(e,t,n,r,i){return n.sanitizeName?bu(e,{xmlVersion:i})?e:n.sanitizeName(e,{isAttribute:t,matcher:r.readOnly()}):e}function xu(e,t){let n="";t.format&&(n="\n");const r=[];if(t.stopNodes&&Array.isArray(t.stopNodes))for(let e=0;e<t.stopNodes.length;e++){const n=t.stopNodes[e];"string"==typeof n?r.push(new su(n)):n instanceof su&&r.push(n)}const i=function(e,t){if(!Array.isArray(e)||0===e.length)return"1.0";const n=e[0];if("?xml"===Ou(n)){const e=n[":@"];if(e){const n=t.attributeNamePrefix+"version";if(e[n])return e[n]}}return"1.0"}(e,t);return wu(e,t,n,new lu,r,i)}function wu(e,t,n,r,i,o){let s="",a=!1;if(t.maxNestedTags&&r.getDepth()>t.maxNestedTags)throw new Error("Maximum nested tags exceeded");if(!Array.isArray(e)){if(null!=e){let n=e.toString();return n=$u(n,t),n}return""}for(let l=0;l<e.length;l++){const c=e[l],u=Ou(c);if(void 0===u)continue;const p=u===t.textNodeName||u===t.cdataPropName||u===t.commentPropName||"?"===u[0]?u:vu(u,!1,t,r,o),d=ku(c[":@"],t);r.push(p,d);const f=Pu(r,i);if(p===t.textNodeName){let e=c[u];f||(e=t.tagValueProcessor(p,e),e=$u(e,t)),a&&(s+=n),s+=e,a=!1,r.pop();continue}if(p===t.cdataPropName){a&&(s+=n),s+=`<![CDATA[${uu(c[u][0][t.textNodeName])}]]>`,a=!1,r.pop();continue}if(p===t.commentPropName){s+=n+`\x3c!--${cu(c[u][0][t.textNodeName])}--\x3e`,a=!0,r.pop();continue}if("?"===p[0]){s+=("?xml"===p?"":n)+`<${p}${_u(c[":@"],t,f,r,o)}?>`,a=!0,r.pop();continue}let h=n;""!==h&&(h+=t.indentBy);const m=n+`<${p}${_u(c[":@"],t,f,r,o)}`;let g;g=f?Su(c[u],t):wu(c[u],t,h,r,i,o),-1!==t.unpairedTags.indexOf(p)?t.suppressUnpairedNode?s+=m+">":s+=m+"/>":g&&0!==g.length||!t.suppressEmptyNode?g&&g.endsWith(">")?s+=m+`>${g}${n}</${p}>`:(s+=m+">",g&&""!==n&&(g.includes("/>")||g.includes("</"))?s+=n+t.indentBy+g+n:s+=g,s+=`</${p}>`):s+=m+"/>",a=!0,r.pop()}return s}function ku(e,t){if(!e||t.ignoreAttributes)return null;const n={};let r=!1;for(let i in e)Object.prototype.hasOwnProperty.call(e,i)&&(n[i.startsWith(t.attributeNamePrefix)?i.substr(t.attributeNamePrefix.length):i]=pu(e[i]),r=!0);return r?n:null}function Su(e,t){if(!Array.isArray(e))return null!=e?e.toString():"";let n="";for(let r=0;r<e.length;r++){const i=e[r],o=Ou(i);if(o===t.textNodeName)n+=i[o];else if(o===t.cdataPropName)n+=i[o][0][t.textNodeName];else if(o===t.commentPropName)n+=i[o][0][t.textNodeName];else{if(o&&"?"===o[0])continue;if(o){const e=Eu(i[":@"],t),r=Su(i[o],t);r&&0!==r.length?n+=`<${o}${e}>${r}</${o}>`:n+=`<${o}${e}/>`}}}return n}function Eu(e,t){let n="";if(e&&!t.ignoreAttributes)for(let r in e){if(!Object.prototype.hasOwnProperty.call(e,r))continue;let i=e[r];!0===i&&t.suppressBooleanAttributes?n+=` ${r.substr(t.attributeNamePrefix.length)}`:n+=` ${r.substr(t.attributeNamePrefix.length)}="${pu(i)}"`}return n}function Ou(e){const t=Object.keys(e);for(let n=0;n<t.length;n++){const r=t[n];if(Object.prototype.hasOwnProperty.call(e,r)&&":@"!==r)return r}}function _u(e,t,n,r,i){let o="";if(e&&!t.ignoreAttributes)for(let s in e){if(!Object.prototype.hasOwnProperty.call(e,s))continue;const a=s.substr(t.attributeNamePrefix.length),l=n?a:vu(a,!0,t,r,i);let c;n?c=e[s]:(c=t.attributeValueProcessor(s,e[s]),c=$u(c,t)),!0===c&&t.suppressBooleanAttributes?o+=` ${l}`:o+=` ${l}="${pu(c)}"`}return o}function Pu(e,t){if(!t||0===t.length)return!1;for(let n=0;n<t.length;n++)if(e.matches(t[n]))return!0;return!1}function $u(e,t){if(e&&e.length>0&&t.processEntities)for(let n=0;n<t.entities.length;n++){const r=t.entities[n];e=e.replace(r.regex,r.val)}return e}const Au={attributeNamePrefix:"@_",attributesGroupName:!1,textNodeName:"#text",ignoreAttributes:!0,cdataPropName:!1,format:!1,indentBy:"  ",suppressEmptyNode:!1,suppressUnpairedNode:!0,suppressBooleanAttributes:!0,tagValueProcessor:function(e,t){return t},attributeValueProcessor:function(e,t){return t},preserveOrder:!1,commentPropName:!1,unpairedTags:[],entities:[{regex:new RegExp("&","g"),val:"&amp;"},{regex:new RegExp(">","g"),val:"&gt;"},{regex:new RegExp("<","g"),val:"&lt;"},{regex:new RegExp("'","g"),val:"&apos;"},{regex:new RegExp('"',"g"),val:"&quot;"}],processEntities:!0,stopNodes:[],oneListGroup:!1,maxNestedTags:100,jPath:!0,sanitizeName:!1};function Cu(e){if(this.options=Object.assign({},Au,e),this.options.stopNodes&&Array.isArray(this.options.stopNodes)&&(this.options.stopNodes=this.options.stopNodes.map(e=>"string"==typeof e&&e.startsWith("*.")?".."+e.substring(2):e)),this.stopNodeExpressions=[],this.options.stopNodes&&Array.isArray(this.options.stopNodes))for(let e=0;e<this.options.stopNodes.length;e++){const t=this.options.stopNodes[e];"string"==typeof t?this.stopNodeExpressions.push(new su(t)):t instanceof su&&this.stopNodeExpressions.push(t)}var t;!0===this.options.ignoreAttributes||this.options.attributesGroupName?this.isAttribute=function(){return!1}:(this.ignoreAttributesFn="function"==typeof(t=this.options.ignoreAttributes)?t:Array.isArray(t)?e=>{for(const n of t){if("string"==typeof n&&e===n)return!0;if(n instanceof RegExp&&n.test(e))return!0}}:()=>!1,this.attrPrefixLen=this.options.attributeNamePrefix.length,this.isAttribute=Iu),this.processTextOrObjNode=Tu,this.options.format?(this.indentate=Nu,this.tagEndChar=">\n",this.newLine="\n"):(this.indentate=function(){return""},this.tagEndChar=">",this.newLine="")}function ju(e,t,n,r,i){return n.sanitizeName?bu(e,{xmlVersion:i})?e:n.sanitizeName(e,{isAttribute:t,matcher:r.readOnly()}):e}function Tu(e,t,n,r,i){const o=this.extractAttributes(e);if(r.push(t,o),this.checkStopNode(r)){const i=this.buildRawContent(e),o=this.buildAttributesForStopNode(e);return r.pop(),this.buildObjectNode(i,t,o,n)}const s=this.j2x(e,n+1,r,i);return r.pop(),"?"===t[0]?this.buildTextValNode("",t,s.attrStr,n,r):void 0!==e[this.options.textNodeName]&&1===Object.keys(e).length?this.buildTextValNode(e[this.options.textNodeName],t,s.attrStr,n,r):this.buildObjectNode(s.val,t,s.attrStr,n)}function Nu(e){return this.options.indentBy.repeat(e)}function Iu(e){return!(!e.startsWith(this.options.attributeNamePrefix)||e===this.options.textNodeName)&&e.substr(this.attrPrefixLen)}Cu.prototype.build=function(e){if(this.options.preserveOrder)return xu(e,this.options);{Array.isArray(e)&&this.options.arrayNodeName&&this.options.arrayNodeName.length>1&&(e={[this.options.arrayNodeName]:e});const t=new lu,n=function(e,t){const n=e["?xml"];if(n&&"object"==typeof n){if(t.attributesGroupName&&n[t.attributesGroupName]){const e=n[t.attributesGroupName][t.attributeNamePrefix+"version"];if(e)return e}const e=n[t.attributeNamePrefix+"version"];if(e)return e}return"1.0"}(e,this.options);return this.j2x(e,0,t,n).val}},Cu.prototype.j2x=function(e,t,n,r){let i="",o="";if(this.options.maxNestedTags&&n.getDepth()>=this.options.maxNestedTags)throw new Error("Maximum nested tags exceeded");const s=this.options.jPath?n.toString():n,a=this.checkStopNode(n);for(let l in e){if(!Object.prototype.hasOwnProperty.call(e,l))continue;const c=l===this.options.textNodeName||l===this.options.cdataPropName||l===this.options.commentPropName||this.options.attributesGroupName&&l===this.options.attributesGroupName||this.isAttribute(l)||"?"===l[0]?l:ju(l,!1,this.options,n,r);if(void 0===e[l])this.isAttribute(l)&&(o+="");else if(null===e[l])this.isAttribute(l)||c===this.options.cdataPropName||c===this.options.commentPropName?o+="":"?"===c[0]?o+=this.indentate(t)+"<"+c+"?"+this.tagEndChar:o+=this.indentate(t)+"<"+c+"/"+this.tagEndChar;else if(e[l]instanceof Date)o+=this.buildTextValNode(e[l],c,"",t,n);else if("object"!=typeof e[l]){const u=this.isAttribute(l);if(u&&!this.ignoreAttributesFn(u,s)){const t=ju(u,!0,this.options,n,r);i+=this.buildAttrPairStr(t,""+e[l],a)}else if(!u)if(l===this.options.textNodeName){let t=this.options.tagValueProcessor(l,""+e[l]);o+=this.replaceEntitiesValue(t)}else{n.push(c);const r=this.checkStopNode(n);if(n.pop(),r){const n=""+e[l];o+=""===n?this.indentate(t)+"<"+c+this.closeTag(c)+this.tagEndChar:this.indentate(t)+"<"+c+">"+n+"</"+c+this.tagEndChar}else o+=this.buildTextValNode(e[l],c,"",t,n)}}else if(Array.isArray(e[l])){const i=e[l].length;let s="",a="";for(let u=0;u<i;u++){const i=e[l][u];if(void 0===i);else if(null===i)"?"===c[0]?o+=this.indentate(t)+"<"+c+"?"+this.tagEndChar:o+=this.indentate(t)+"<"+c+"/"+this.tagEndChar;else if("object"==typeof i)if(this.options.oneListGroup){n.push(c);const e=this.j2x(i,t+1,n,r);n.pop(),s+=e.val,this.options.attributesGroupName&&i.hasOwnProperty(this.options.attributesGroupName)&&(a+=e.attrStr)}else s+=this.processTextOrObjNode(i,c,t,n,r);else if(this.options.oneListGroup){let e=this.options.tagValueProcessor(c,i);e=this.replaceEntitiesValue(e),s+=e}else{n.push(c);const e=this.checkStopNode(n);if(n.pop(),e){const e=""+i;s+=""===e?this.indentate(t)+"<"+c+this.closeTag(c)+this.tagEndChar:this.indentate(t)+"<"+c+">"+e+"</"+c+this.tagEndChar}else s+=this.buildTextValNode(i,c,"",t,n)}}this.options.oneListGroup&&(s=this.buildObjectNode(s,c,a,t)),o+=s}else if(this.options.attributesGroupName&&l===this.options.attributesGroupName){const t=Object.keys(e[l]),o=t.length;for(let s=0;s<o;s++){const o=ju(t[s],!0,this.options,n,r);i+=this.buildAttrPairStr(o,""+e[l][t[s]],a)}}else o+=this.processTextOrObjNode(e[l],c,t,n,r)}return{attrStr:i,val:o}},Cu.prototype.buildAttrPairStr=function(e,t,n){return n||(t=this.options.attributeValueProcessor(e,""+t),t=this.replaceEntitiesValue(t)),this.options.suppressBooleanAttributes&&"true"===t?" "+e:" "+e+'="'+pu(t)+'"'},Cu.prototype.extractAttributes=function(e){if(!e||"object"!=typeof e)return null;const t={};let n=!1;if(this.options.attributesGroupName&&e[this.options.attributesGroupName]){const r=e[this.options.attributesGroupName];for(let e in r)Object.prototype.hasOwnProperty.call(r,e)&&(t[e.startsWith(this.options.attributeNamePrefix)?e.substring(this.options.attributeNamePrefix.length):e]=pu(r[e]),n=!0)}else for(let r in e){if(!Object.prototype.hasOwnProperty.call(e,r))continue;const i=this.isAttribute(r);i&&(t[i]=pu(e[r]),n=!0)}return n?t:null},Cu.prototype.buildRawContent=function(e){if("string"==typeof e)return e;if("object"!=typeof e||null===e)return String(e);if(void 0!==e[this.options.textNodeName])return e[this.options.textNodeName];let t="";for(let n in e){if(!Object.prototype.hasOwnProperty.call(e,n))continue;if(this.isAttribute(n))continue;if(this.options.attributesGroupName&&n===this.options.attributesGroupName)continue;const r=e[n];if(n===this.options.textNodeName)t+=r;else if(Array.isArray(r)){for(let e of r)if("string"==typeof e||"number"==typeof e)t+=`<${n}>${e}</${n}>`;else if("object"==typeof e&&null!==e){const r=this.buildRawContent(e),i=this.buildAttributesForStopNode(e);t+=""===r?`<${n}${i}/>`:`<${n}${i}>${r}</${n}>`}}else if("object"==typeof r&&null!==r){const e=this.buildRawContent(r),i=this.buildAttributesForStopNode(r);t+=""===e?`<${n}${i}/>`:`<${n}${i}>${e}</${n}>`}else t+=`<${n}>${r}</${n}>`}return t},Cu.prototype.buildAttributesForStopNode=function(e){if(!e||"object"!=typeof e)return"";let t="";if(this.options.attributesGroupName&&e[this.options.attributesGroupName]){const n=e[this.options.attributesGroupName];for(let e in n){if(!Object.prototype.hasOwnProperty.call(n,e))continue;const r=e.startsWith(this.options.attributeNamePrefix)?e.substring(this.options.attributeNamePrefix.length):e,i=n[e];!0===i&&this.options.suppressBooleanAttributes?t+=" "+r:t+=" "+r+'="'+i+'"'}}else for(let n in e){if(!Object.prototype.hasOwnProperty.call(e,n))continue;const r=this.isAttribute(n);if(r){const i=e[n];!0===i&&this.options.suppressBooleanAttributes?t+=" "+r:t+=" "+r+'="'+i+'"'}}return t},Cu.prototype.buildObjectNode=function(e,t,n,r){if(""===e)return"?"===t[0]?this.indentate(r)+"<"+t+n+"?"+this.tagEndChar:this.indentate(r)+"<"+t+n+this.closeTag(t)+this.tagEndChar;if("?"===t[0])return this.indentate(r)+"<"+t+n+"?"+this.tagEndChar;{let i="</"+t+this.tagEndChar,o="";return"?"===t[0]&&(o="?",i=""),!n&&""!==n||-1!==e.indexOf("<")?!1!==this.options.commentPropName&&t===this.options.commentPropName&&0===o.length?this.indentate(r)+`\x3c!--${e}--\x3e`+this.newLine:this.indentate(r)+"<"+t+n+o+this.tagEndChar+e+this.indentate(r)+i:this.indentate(r)+"<"+t+n+o+">"+e+i}},Cu.prototype.closeTag=function(e){let t="";return-1!==this.options.unpairedTags.indexOf(e)?this.options.suppressUnpairedNode||(t="/"):t=this.options.suppressEmptyNode?"/":`></${e}`,t},Cu.prototype.checkStopNode=function(e){if(!this.stopNodeExpressions||0===this.stopNodeExpressions.length)return!1;for(let t=0;t<this.stopNodeExpressions.length;t++)if(e.matches(this.stopNodeExpressions[t]))return!0;return!1},Cu.prototype.buildTextValNode=function(e,t,n,r,i){if(!1!==this.options.cdataPropName&&t===this.options.cdataPropName){const t=uu(e);return this.indentate(r)+`<![CDATA[${t}]]>`+this.newLine}if(!1!==this.options.commentPropName&&t===this.options.commentPropName){const t=cu(e);return this.indentate(r)+`\x3c!--${t}--\x3e`+this.newLine}if("?"===t[0])return this.indentate(r)+"<"+t+n+"?"+this.tagEndChar;{let i=this.options.tagValueProcessor(t,e);return i=this.replaceEntitiesValue(i),""===i?this.indentate(r)+"<"+t+n+this.closeTag(t)+this.tagEndChar:this.indentate(r)+"<"+t+n+">"+i+"</"+t+this.tagEndChar}},Cu.prototype.replaceEntitiesValue=function(e){if(e&&e.length>0&&this.options.processEntities)for(let t=0;t<this.options.entities.length;t++){const n=this.options.entities[t];e=e.replace(n.regex,n.val)}return e};var Ru=Cu,Lu={};const Du={skipReadOnly:!1,maxSampleDepth:15};function Mu(e,t,n){let r=Object.assign({},Du,t);Kc={},Qc=[];let i=Zc(e,r,n).value;return"xml"===r?.format?function(e,t){if(!e)throw new Error("Unknown format output for building XML.");return(Array.isArray(e)||Object.keys(e).length>1)&&(e={[t?.xml?.name||"root"]:e}),new Ru({ignoreAttributes:!1,format:!0,attributeNamePrefix:"$",textNodeName:"#text",cdataPropName:"#cdata"}).build(e)}(i,e):i}function zu(e,t){Lu[e]=t}zu("array",function(e,t={},n,r){const i=r&&r.depth||1;let o=Math.min(null!=e.maxItems?e.maxItems:1/0,e.minItems||1);const s=e.prefixItems||e.items||e.contains;Array.isArray(s)&&(o=Math.max(o,s.length));let a=e=>Array.isArray(s)?s[e]||{}:s||{},l=[];if(!s)return l;for(let e=0;e<o;e++){let o=a(e),{value:s}=Zc(o,t,n,{depth:i+1});if("xml"===t?.format){const{value:e,propertyName:t}=Hc({value:s},o,r);t?(l?.[t]||(l={...l,[t]:[]}),l[t].push(e)):l={...l,...e}}else l.push(s)}if("xml"===t?.format&&1===i){const{value:t,propertyName:n}=Hc({value:null},e,r);n&&(l=t?Array.isArray(l)?{[n]:{...t,...l.map(e=>({"#text":{...e}}))}}:{[n]:{...l,...t}}:{[n]:l})}return l}),zu("boolean",function(e){return!0}),zu("integer",eu),zu("number",eu),zu("object",function(e,t={},n,r){let i={};const o=r&&r.depth||1;if(e&&"object"==typeof e.properties){const s=Array.isArray(e.required)?e.required:[],a={};for(const e of s)a[e]=!0;Object.keys(e.properties).forEach(s=>{if(t.skipNonRequired&&!a.hasOwnProperty(s))return;const l=Zc(e.properties[s],t,n,{propertyName:s,depth:o+1});if(t.skipReadOnly&&l.readOnly)r?.isAllOfChild&&(i[s]=Fc);else if(t.skipWriteOnly&&l.writeOnly)r?.isAllOfChild&&(i[s]=Fc);else if("xml"===t?.format){const{propertyName:t,value:n}=Hc(l,e.properties[s],{propertyName:s});t?i[t]=n:null!==n&&"object"==typeof n&&(i={...i,...n})}else i[s]=l.value})}if(e&&"object"==typeof e.additionalProperties){const r=e.additionalProperties["x-additionalPropertiesName"]||"property";i[`${String(r)}1`]=Zc(e.additionalProperties,t,n,{depth:o+1}).value,i[`${String(r)}2`]=Zc(e.additionalProperties,t,n,{depth:o+1}).value}if(e&&"object"==typeof e.properties&&void 0!==e.maxProperties&&Object.keys(i).length>e.maxProperties){const t={};let n=0;(Array.isArray(e.required)?e.required:[]).forEach(e=>{void 0!==i[e]&&(t[e]=i[e],n++)}),Object.keys(i).forEach(r=>{n<e.maxProperties&&!t.hasOwnProperty(r)&&(t[r]=i[r],n++)}),i=t}return i}),zu("string",function(e,t,n,r){let i=e.format||"default",o=ou[i]||iu,s=r&&r.propertyName;return o(e.minLength||0,e.maxLength,s,e.pattern,t?.enablePatterns)});class Fu{constructor(e,t,n,r,i){this.name=t,this.isRequestType=n,this.schema=r.schema&&new Cc(e,r.schema,"",i),this.onlyRequiredInSamples=i.onlyRequiredInSamples,this.generatedSamplesMaxDepth=i.generatedSamplesMaxDepth,void 0!==r.examples?this.examples=ni(r.examples,n=>new Ic(e,n,t,r.encoding)):void 0!==r.example?this.examples={default:new Ic(e,{value:e.deref(r.example).resolved},t,r.encoding)}:ea(t)&&this.generateExample(e,r)}generateExample(e,t){const n={skipReadOnly:this.isRequestType,skipWriteOnly:!this.isRequestType,skipNonRequired:this.isRequestType&&this.onlyRequiredInSamples,maxSampleDepth:this.generatedSamplesMaxDepth};if(this.schema&&this.schema.oneOf){this.examples={};for(const r of this.schema.oneOf){const i=Mu(r.rawSchema,n,e.spec);this.schema.discriminatorProp&&"object"==typeof i&&i&&(i[this.schema.discriminatorProp]=r.title),this.examples[r.title]=new Ic(e,{value:i},this.name,t.encoding)}}else this.schema&&(this.examples={default:new Ic(e,{value:Mu(t.schema,n,e.spec)},this.name,t.encoding)})}}var Uu=Object.defineProperty,qu=Object.getOwnPropertyDescriptor,Bu=(e,t,n,r)=>{for(var i,o=r>1?void 0:r?qu(t,n):t,s=e.length-1;s>=0;s--)(i=e[s])&&(o=(r?i(t,n,o):i(o))||o);return r&&o&&Uu(t,n,o),o};class Vu{constructor(e,t,n,r){this.isRequestType=n,this.activeMimeIdx=0,on(this),r.unstable_ignoreMimeParameters&&(t=function(e){const t={};return Object.keys(e).forEach(n=>{const r=e[n],i=n.split(";")[0].trim();t[i]?t[i]=Hs(Hs({},t[i]),r):t[i]=r}),t}(t)),this.mediaTypes=Object.keys(t).map(i=>{const o=t[i];return new Fu(e,i,n,o,r)})}activate(e){this.activeMimeIdx=e}get active(){return this.mediaTypes[this.activeMimeIdx]}get hasSample(){return this.mediaTypes.filter(e=>!!e.examples).length>0}}Bu([Ce],Vu.prototype,"activeMimeIdx",2),Bu([Ct],Vu.prototype,"activate",1),Bu([Ie],Vu.prototype,"active",1);class Wu{constructor({parser:e,infoOrRef:t,options:n,isEvent:r}){const i=!r,{resolved:o}=e.deref(t);this.description=o.description||"",this.required=o.required;const s=function(e){let t=e.content;const n=e["x-examples"],r=e["x-example"];if(n){t=Hs({},t);for(const e of Object.keys(n)){const r=n[e];t[e]=Ys(Hs({},t[e]),{examples:r})}}else if(r){t=Hs({},t);for(const e of Object.keys(r)){const n=r[e];t[e]=Ys(Hs({},t[e]),{example:n})}}return t}(o);void 0!==s&&(this.content=new Vu(e,s,i,n))}}var Hu=Object.defineProperty,Yu=Object.defineProperties,Gu=Object.getOwnPropertyDescriptor,Ku=Object.getOwnPropertyDescriptors,Qu=Object.getOwnPropertySymbols,Xu=Object.prototype.hasOwnProperty,Ju=Object.prototype.propertyIsEnumerable,Zu=(e,t,n)=>t in e?Hu(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n,ep=(e,t,n,r)=>{for(var i,o=r>1?void 0:r?Gu(t,n):t,s=e.length-1;s>=0;s--)(i=e[s])&&(o=(r?i(t,n,o):i(o))||o);return r&&o&&Hu(t,n,o),o};class tp{constructor({parser:e,code:t,defaultAsError:n,infoOrRef:r,options:i,isEvent:o}){this.expanded=!1,this.headers=[],on(this),this.expanded="all"===i.expandResponses||i.expandResponses[t];const{resolved:s}=e.deref(r);this.code=t,void 0!==s.content&&(this.content=new Vu(e,s.content,o,i)),void 0!==s["x-summary"]?(this.summary=s["x-summary"],this.description=s.description||""):(this.summary=s.description||"",this.description=""),this.type=Ks(t,n);const a=s.headers;void 0!==a&&(this.headers=Object.keys(a).map(t=>{const n=a[t];return new zc(e,((e,t)=>Yu(e,Ku(t)))(((e,t)=>{for(var n in t||(t={}))Xu.call(t,n)&&Zu(e,n,t[n]);if(Qu)for(var n of Qu(t))Ju.call(t,n)&&Zu(e,n,t[n]);return e})({},n),{name:t}),"",i)})),i.showExtensions&&(this.extensions=va(s,i.showExtensions))}toggle(){this.expanded=!this.expanded}}ep([Ce],tp.prototype,"expanded",2),ep([Ct],tp.prototype,"toggle",1);var np=Object.defineProperty,rp=Object.getOwnPropertyDescriptor,ip=(e,t,n,r)=>{for(var i,o=r>1?void 0:r?rp(t,n):t,s=e.length-1;s>=0;s--)(i=e[s])&&(o=(r?i(t,n,o):i(o))||o);return r&&o&&np(t,n,o),o};function op(e){return"payload"===e.lang&&e.requestBodyContent}let sp=!1;class ap{constructor(e,t,n,r,i=!1){var o,s;this.parser=e,this.operationSpec=t,this.options=r,this.type="operation",this.items=[],this.ready=!0,this.active=!1,this.expanded=!1,on(this),this.pointer=t.pointer,this.description=t.description,this.parent=n,this.externalDocs=t.externalDocs,this.deprecated=!!t.deprecated,this.httpVerb=t.httpVerb,this.deprecated=!!t.deprecated,this.operationId=t.operationId,this.path=t.pathName,this.isCallback=i,this.isWebhook=t.isWebhook,this.isEvent=this.isCallback||this.isWebhook,this.name=(s=t).summary||s.operationId||s.description&&s.description.substring(0,50)||s.pathName||"<no summary>",this.sidebarLabel=r.sideNavStyle===mi.IdOnly?this.operationId||this.path:r.sideNavStyle===mi.PathOnly?this.path:this.name,this.badges=(null==(o=t["x-badges"])?void 0:o.map(({name:e,color:t,position:n})=>({name:e,color:t,position:n||"after"})))||[],this.isCallback?(this.security=(t.security||[]).map(t=>new Hl(t,e)),this.servers=fa("",t.servers||t.pathServers||[])):(this.operationHash=t.operationId&&"operation/"+t.operationId,this.id=void 0!==t.operationId?(n?n.id+"/":"")+this.operationHash:void 0!==n?n.id+this.pointer:this.pointer,this.security=(t.security||e.spec.security||[]).map(t=>new Hl(t,e)),this.servers=fa(e.specUrl,t.servers||t.pathServers||e.spec.servers||[])),r.showExtensions&&(this.extensions=va(t,r.showExtensions))}activate(){this.active=!0}deactivate(){this.active=!1}toggle(){this.expanded=!this.expanded}expand(){this.parent&&this.parent.expand()}collapse(){}get requestBody(){return this.operationSpec.requestBody&&new Wu({parser:this.parser,infoOrRef:this.operationSpec.requestBody,options:this.options,isEvent:this.isEvent})}get codeSamples(){const{payloadSampleIdx:e,hideRequestPayloadSample:t}=this.options;let n=this.operationSpec["x-codeSamples"]||this.operationSpec["x-code-samples"]||[];this.operationSpec["x-code-samples"]&&!sp&&(sp=!0,console.warn('"x-code-samples" is deprecated. Use "x-codeSamples" instead'));const r=this.requestBody&&this.requestBody.content;if(r&&r.hasSample&&!t){const t=Math.min(n.length,e);n=[...n.slice(0,t),{lang:"payload",label:"Payload",source:"",requestBodyContent:r},...n.slice(t)]}return n}get parameters(){const e=function(e,t=[],n=[]){const r={};return n.forEach(t=>{({resolved:t}=e.deref(t)),r[t.name+"_"+t.in]=!0}),(t=t.filter(t=>(({resolved:t}=e.deref(t)),!r[t.name+"_"+t.in]))).concat(n)}(this.parser,this.operationSpec.pathParameters,this.operationSpec.parameters).map(e=>new zc(this.parser,e,this.pointer,this.options));return this.options.sortPropsAlphabetically?da(e,"name"):this.options.sortRequiredPropsFirst?pa(e):e}get responses(){let e=!1;return Object.keys(this.operationSpec.responses||[]).filter(t=>{return"default"===t||("success"===Ks(t)&&(e=!0),"default"===(n=t)||ii(n)||Gs(n));var n}).map(t=>new tp({parser:this.parser,code:t,defaultAsError:e,infoOrRef:this.operationSpec.responses[t],options:this.options,isEvent:this.isEvent}))}get callbacks(){return Object.keys(this.operationSpec.callbacks||[]).map(e=>new ic(this.parser,e,this.operationSpec.callbacks[e],this.pointer,this.options))}}ip([Ce],ap.prototype,"ready",2),ip([Ce],ap.prototype,"active",2),ip([Ce],ap.prototype,"expanded",2),ip([Ct],ap.prototype,"activate",1),ip([Ct],ap.prototype,"deactivate",1),ip([Ct],ap.prototype,"toggle",1),ip([Na],ap.prototype,"requestBody",1),ip([Na],ap.prototype,"codeSamples",1),ip([Na],ap.prototype,"parameters",1),ip([Na],ap.prototype,"responses",1),ip([Na],ap.prototype,"callbacks",1);const lp=gs.div`
  width: calc(100% - ${e=>e.theme.rightPanel.width});
  padding: 0 ${e=>e.theme.spacing.sectionHorizontal}px;

  ${({$compact:e,theme:t})=>ms.lessThan("medium",!0)`
    width: 100%;
    padding: ${`${e?0:t.spacing.sectionVertical}px ${t.spacing.sectionHorizontal}px`};
  `};
`,cp=gs.div.attrs(e=>({[eh]:e.id}))`
  padding: ${e=>e.theme.spacing.sectionVertical}px 0;

  &:last-child {
    min-height: calc(100vh + 1px);
  }

  & > &:last-child {
    min-height: initial;
  }

  ${ms.lessThan("medium",!0)`
    padding: 0;
  `}
  ${({$underlined:e})=>e?"\n    position: relative;\n\n    &:not(:last-of-type):after {\n      position: absolute;\n      bottom: 0;\n      width: 100%;\n      display: block;\n      content: '';\n      border-bottom: 1px solid rgba(0, 0, 0, 0.2);\n    }\n  ":""}
`,up=gs.div`
  width: ${e=>e.theme.rightPanel.width};
  color: ${({theme:e})=>e.rightPanel.textColor};
  background-color: ${e=>e.theme.rightPanel.backgroundColor};
  padding: 0 ${e=>e.theme.spacing.sectionHorizontal}px;

  ${ms.lessThan("medium",!0)`
    width: 100%;
    padding: ${e=>`${e.theme.spacing.sectionVertical}px ${e.theme.spacing.sectionHorizontal}px`};
  `};
`,pp=gs(up)`
  background-color: ${e=>e.theme.rightPanel.backgroundColor};
`,dp=gs.div`
  display: flex;
  width: 100%;
  padding: 0;

  ${ms.lessThan("medium",!0)`
    flex-direction: column;
  `};
`,fp={1:"1.85714em",2:"1.57143em",3:"1.27em"},hp=e=>ps`
  font-family: ${({theme:e})=>e.typography.headings.fontFamily};
  font-weight: ${({theme:e})=>e.typography.headings.fontWeight};
  font-size: ${fp[e]};
  line-height: ${({theme:e})=>e.typography.headings.lineHeight};
`,mp=gs.h1`
  ${hp(1)};
  color: ${({theme:e})=>e.colors.text.primary};

  ${ys("H1")};
`,gp=gs.h2`
  ${hp(2)};
  color: ${({theme:e})=>e.colors.text.primary};
  margin: 0 0 20px;

  ${ys("H2")};
`,yp=gs.h2`
  ${hp(3)};
  color: ${({theme:e})=>e.colors.text.primary};

  ${ys("H3")};
`,bp=gs.h3`
  color: ${({theme:e})=>e.rightPanel.textColor};

  ${ys("RightPanelHeader")};
`,vp=gs.h5`
  border-bottom: 1px solid rgba(38, 50, 56, 0.3);
  margin: 1em 0 1em 0;
  color: rgba(38, 50, 56, 0.7);
  font-weight: normal;
  text-transform: uppercase;
  font-size: 0.929em;
  line-height: 20px;

  ${ys("UnderlinedHeader")};
`,xp=(0,n.createContext)(void 0),{Provider:wp,Consumer:kp}=xp;function Sp(e){const{spec:t,specUrl:i,options:o,onLoaded:s,children:a}=e,[l,c]=n.useState(null),[u,p]=n.useState(null);if(u)throw u;n.useEffect(()=>{!function(){return e=this,n=function*(){if(t||i){c(null);try{const e=yield function(e){return t=this,n=function*(){const t=new As.Config({}),n={config:t,base:Qr?window.location.href:process.cwd()};Qr&&(t.resolve.http.customFetch=r.g.fetch),"object"==typeof e&&null!==e?n.doc={source:{absoluteRef:""},parsed:e}:n.ref=e;const{bundle:{parsed:i}}=yield(0,$s.l2)(n);return void 0!==i.swagger?(o=i,console.warn("[ReDoc Compatibility mode]: Converting OpenAPI 2.0 to OpenAPI 3.0"),new Promise((e,t)=>(0,Cs.convertObj)(o,{patch:!0,warnOnly:!0,text:"{}",anchors:!0},(n,r)=>{if(n)return t(n);e(r&&r.openapi)}))):i;var o},new Promise((e,r)=>{var i=e=>{try{s(n.next(e))}catch(e){r(e)}},o=e=>{try{s(n.throw(e))}catch(e){r(e)}},s=t=>t.done?e(t.value):Promise.resolve(t.value).then(i,o);s((n=n.apply(t,null)).next())});var t,n}(t||i);c(e)}catch(e){throw s&&s(e),p(e),e}}},new Promise((t,r)=>{var i=e=>{try{s(n.next(e))}catch(e){r(e)}},o=e=>{try{s(n.throw(e))}catch(e){r(e)}},s=e=>e.done?t(e.value):Promise.resolve(e.value).then(i,o);s((n=n.apply(e,null)).next())});var e,n}()},[t,i]);const d=n.useMemo(()=>{if(!l)return null;try{return new Ub(l,i,o)}catch(e){throw s&&s(e),e}},[l,i,o]);return n.useEffect(()=>{d&&s&&s()},[d,s]),a({loading:!d,store:d})}const Ep=e=>ps`
  ${e} {
    cursor: pointer;
    margin-left: -20px;
    padding: 0;
    line-height: 1;
    width: 20px;
    display: inline-block;
    outline: 0;
  }
  ${e}:before {
    content: '';
    width: 15px;
    height: 15px;
    background-size: contain;
    background-image: url('data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZlcnNpb249IjEuMSIgeD0iMCIgeT0iMCIgd2lkdGg9IjUxMiIgaGVpZ2h0PSI1MTIiIHZpZXdCb3g9IjAgMCA1MTIgNTEyIiBlbmFibGUtYmFja2dyb3VuZD0ibmV3IDAgMCA1MTIgNTEyIiB4bWw6c3BhY2U9InByZXNlcnZlIj48cGF0aCBmaWxsPSIjMDEwMTAxIiBkPSJNNDU5LjcgMjMzLjRsLTkwLjUgOTAuNWMtNTAgNTAtMTMxIDUwLTE4MSAwIC03LjktNy44LTE0LTE2LjctMTkuNC0yNS44bDQyLjEtNDIuMWMyLTIgNC41LTMuMiA2LjgtNC41IDIuOSA5LjkgOCAxOS4zIDE1LjggMjcuMiAyNSAyNSA2NS42IDI0LjkgOTAuNSAwbDkwLjUtOTAuNWMyNS0yNSAyNS02NS42IDAtOTAuNSAtMjQuOS0yNS02NS41LTI1LTkwLjUgMGwtMzIuMiAzMi4yYy0yNi4xLTEwLjItNTQuMi0xMi45LTgxLjYtOC45bDY4LjYtNjguNmM1MC01MCAxMzEtNTAgMTgxIDBDNTA5LjYgMTAyLjMgNTA5LjYgMTgzLjQgNDU5LjcgMjMzLjR6TTIyMC4zIDM4Mi4ybC0zMi4yIDMyLjJjLTI1IDI0LjktNjUuNiAyNC45LTkwLjUgMCAtMjUtMjUtMjUtNjUuNiAwLTkwLjVsOTAuNS05MC41YzI1LTI1IDY1LjUtMjUgOTAuNSAwIDcuOCA3LjggMTIuOSAxNy4yIDE1LjggMjcuMSAyLjQtMS40IDQuOC0yLjUgNi44LTQuNWw0Mi4xLTQyYy01LjQtOS4yLTExLjYtMTgtMTkuNC0yNS44IC01MC01MC0xMzEtNTAtMTgxIDBsLTkwLjUgOTAuNWMtNTAgNTAtNTAgMTMxIDAgMTgxIDUwIDUwIDEzMSA1MCAxODEgMGw2OC42LTY4LjZDMjc0LjYgMzk1LjEgMjQ2LjQgMzkyLjMgMjIwLjMgMzgyLjJ6Ii8+PC9zdmc+Cg==');
    opacity: 0.5;
    visibility: hidden;
    display: inline-block;
    vertical-align: middle;
  }

  h1:hover > ${e}::before, h2:hover > ${e}::before, ${e}:hover::before {
    visibility: visible;
  }
`,Op=gs(function(e){const t=n.useContext(xp),r=n.useCallback(n=>{t&&function(e,t,n){t.defaultPrevented||0!==t.button||(e=>!!(e.metaKey||e.altKey||e.ctrlKey||e.shiftKey))(t)||(t.preventDefault(),e.replace(encodeURI(n)))}(t.menu.history,n,e.to)},[t,e.to]);return t?n.createElement("a",{className:e.className,href:t.menu.history.linkForId(e.to),onClick:r,"aria-label":e.to},e.children):null})`
  ${Ep("&")};
`;function _p(e){return n.createElement(Op,{to:e.to})}const Pp={left:"90deg",right:"-90deg",up:"-180deg",down:"0"},$p=gs(e=>n.createElement("svg",{className:e.className,style:e.style,version:"1.1",viewBox:"0 0 24 24",x:"0",xmlns:"http://www.w3.org/2000/svg",y:"0","aria-hidden":"true"},n.createElement("polygon",{points:"17.3 8.3 12 13.6 6.7 8.3 5.3 9.7 12 16.4 18.7 9.7 "})))`
  height: ${e=>e.size||"18px"};
  width: ${e=>e.size||"18px"};
  min-width: ${e=>e.size||"18px"};
  vertical-align: middle;
  float: ${e=>e.float||""};
  transition: transform 0.2s ease-out;
  transform: rotateZ(${e=>Pp[e.direction||"down"]});

  polygon {
    fill: ${({color:e,theme:t})=>e&&t.colors.responses[e]&&t.colors.responses[e].color||e};
  }
`,Ap=gs.span`
  display: inline-block;
  padding: 2px 8px;
  margin: 0;
  background-color: ${e=>e.color||e.theme.colors[e.type].main};
  color: ${e=>e.theme.colors[e.type].contrastText};
  font-size: ${e=>e.theme.typography.code.fontSize};
  vertical-align: middle;
  line-height: 1.6;
  border-radius: 4px;
  font-weight: ${({theme:e})=>e.typography.fontWeightBold};
  font-size: 12px;
  + span[type] {
    margin-left: 4px;
  }
`,Cp=ps`
  text-decoration: line-through;
  color: #707070;
`,jp=gs.caption`
  text-align: right;
  font-size: 0.9em;
  font-weight: normal;
  color: ${e=>e.theme.colors.text.secondary};
`,Tp=gs.td`
  border-left: 1px solid ${e=>e.theme.schema.linesColor};
  box-sizing: border-box;
  position: relative;
  padding: 10px 10px 10px 0;

  ${ms.lessThan("small")`
    display: block;
    overflow: hidden;
  `}

  tr:first-of-type > &,
  tr.last > & {
    border-left-width: 0;
    background-position: top left;
    background-repeat: no-repeat;
    background-size: 1px 100%;
  }

  tr:first-of-type > & {
    background-image: linear-gradient(
      to bottom,
      transparent 0%,
      transparent 22px,
      ${e=>e.theme.schema.linesColor} 22px,
      ${e=>e.theme.schema.linesColor} 100%
    );
  }

  tr.last > & {
    background-image: linear-gradient(
      to bottom,
      ${e=>e.theme.schema.linesColor} 0%,
      ${e=>e.theme.schema.linesColor} 22px,
      transparent 22px,
      transparent 100%
    );
  }

  tr.last + tr > & {
    border-left-color: transparent;
  }

  tr.last:first-child > & {
    background: none;
    border-left-color: transparent;
  }
`,Np=gs(Tp)`
  padding: 0;
`,Ip=gs(Tp)`
  vertical-align: top;
  line-height: 20px;
  white-space: nowrap;
  font-size: 13px;
  font-family: ${e=>e.theme.typography.code.fontFamily};

  &.deprecated {
    ${Cp};
  }

  ${({kind:e})=>"patternProperties"===e&&ps`
      > span.property-name {
        display: inline-table;
        white-space: break-spaces;
        margin-right: 20px;

        ::before,
        ::after {
          content: '/';
          filter: opacity(0.2);
        }
      }
    `}

  ${({kind:e=""})=>["field","additionalProperties","patternProperties"].includes(e)?"":"font-style: italic"};

  ${ys("PropertyNameCell")};
`,Rp=gs.td`
  border-bottom: 1px solid #9fb4be;
  padding: 10px 0;
  width: ${e=>e.theme.schema.defaultDetailsWidth};
  box-sizing: border-box;

  tr.expanded & {
    border-bottom: none;
  }

  ${ms.lessThan("small")`
    padding: 0 20px;
    border-bottom: none;
    border-left: 1px solid ${e=>e.theme.schema.linesColor};

    tr.last > & {
      border-left: none;
    }
  `}

  ${ys("PropertyDetailsCell")};
`,Lp=gs.span`
  color: ${e=>e.theme.schema.linesColor};
  font-family: ${e=>e.theme.typography.code.fontFamily};
  margin-right: 10px;

  &::before {
    content: '';
    display: inline-block;
    vertical-align: middle;
    width: 10px;
    height: 1px;
    background: ${e=>e.theme.schema.linesColor};
  }

  &::after {
    content: '';
    display: inline-block;
    vertical-align: middle;
    width: 1px;
    background: ${e=>e.theme.schema.linesColor};
    height: 7px;
  }
`,Dp=gs.div`
  padding: ${({theme:e})=>e.schema.nestingSpacing};
`,Mp=gs.table`
  border-collapse: separate;
  border-radius: 3px;
  font-size: ${e=>e.theme.typography.fontSize};

  border-spacing: 0;
  width: 100%;

  > tr {
    vertical-align: middle;
  }

  ${ms.lessThan("small")`
    display: block;
    > tr, > tbody > tr {
      display: block;
    }
  `}

  ${ms.lessThan("small",!1," and (-ms-high-contrast:none)")`
    td {
      float: left;
      width: 100%;
    }
  `}

  &
    ${Dp},
    &
    ${Dp}
    ${Dp}
    ${Dp},
    &
    ${Dp}
    ${Dp}
    ${Dp}
    ${Dp}
    ${Dp} {
    margin: ${({theme:e})=>e.schema.nestingSpacing};
    margin-right: 0;
    background: ${({theme:e})=>e.schema.nestedBackground};
  }

  &
    ${Dp}
    ${Dp},
    &
    ${Dp}
    ${Dp}
    ${Dp}
    ${Dp},
    &
    ${Dp}
    ${Dp}
    ${Dp}
    ${Dp}
    ${Dp}
    ${Dp} {
    background: #ffffff;
  }
`,zp=gs.div`
  margin: 0 0 3px 0;
  display: inline-block;
`,Fp=gs.span`
  font-size: 0.9em;
  margin-right: 10px;
  color: ${e=>e.theme.colors.primary.main};
  font-family: ${e=>e.theme.typography.headings.fontFamily};
}
`,Up=gs.button`
  display: inline-block;
  margin-right: 10px;
  margin-bottom: 5px;
  font-size: 0.8em;
  cursor: pointer;
  border: 1px solid ${e=>e.theme.colors.primary.main};
  padding: 2px 10px;
  line-height: 1.5em;
  outline: none;
  &:focus {
    box-shadow: 0 0 0 1px ${e=>e.theme.colors.primary.main};
  }

  ${({$deprecated:e})=>e&&Cp||""};

  ${e=>e.$active?`\n      color: white;\n      background-color: ${e.theme.colors.primary.main};\n      &:focus {\n        box-shadow: none;\n        background-color: ${Dr(.15,e.theme.colors.primary.main)};\n      }\n      `:`\n        color: ${e.theme.colors.primary.main};\n        background-color: white;\n      `}
`,qp=gs.div`
  font-size: 0.9em;
  font-family: ${e=>e.theme.typography.code.fontFamily};
  &::after {
    content: ' [';
  }
`,Bp=gs.div`
  font-size: 0.9em;
  font-family: ${e=>e.theme.typography.code.fontFamily};
  &::after {
    content: ']';
  }
`;function Vp(e){return t=>!!t.type&&t.type.tabsRole===e}const Wp=Vp("Tab"),Hp=Vp("TabList"),Yp=Vp("TabPanel");function Gp(e,t){return n.Children.map(e,e=>null===e?null:function(e){return Wp(e)||Hp(e)||Yp(e)}(e)?t(e):e.props&&e.props.children&&"object"==typeof e.props.children?(0,n.cloneElement)(e,{...e.props,children:Gp(e.props.children,t)}):e)}function Kp(e,t){return n.Children.forEach(e,e=>{null!==e&&(Wp(e)||Yp(e)?t(e):e.props&&e.props.children&&"object"==typeof e.props.children&&(Hp(e)&&t(e),Kp(e.props.children,t)))})}function Qp(e){var t,n,r="";if("string"==typeof e||"number"==typeof e)r+=e;else if("object"==typeof e)if(Array.isArray(e)){var i=e.length;for(t=0;t<i;t++)e[t]&&(n=Qp(e[t]))&&(r&&(r+=" "),r+=n)}else for(n in e)e[n]&&(r&&(r+=" "),r+=n);return r}var Xp=function(){for(var e,t,n=0,r="",i=arguments.length;n<i;n++)(e=arguments[n])&&(t=Qp(e))&&(r&&(r+=" "),r+=t);return r};function Jp(e){let t=0;return Kp(e,e=>{Wp(e)&&t++}),t}function Zp(e){return e&&"getAttribute"in e}function ed(e){return Zp(e)&&e.getAttribute("data-rttab")}function td(e){return Zp(e)&&"true"===e.getAttribute("aria-disabled")}let nd;const rd={className:"react-tabs",focus:!1},id=e=>{let t=(0,n.useRef)([]),r=(0,n.useRef)([]);const i=(0,n.useRef)();function o(t,n){if(t<0||t>=l())return;const{onSelect:r,selectedIndex:i}=e;r(t,i,n)}function s(e){const t=l();for(let n=e+1;n<t;n++)if(!td(c(n)))return n;for(let t=0;t<e;t++)if(!td(c(t)))return t;return e}function a(e){let t=e;for(;t--;)if(!td(c(t)))return t;for(t=l();t-- >e;)if(!td(c(t)))return t;return e}function l(){const{children:t}=e;return Jp(t)}function c(e){return t.current[`tabs-${e}`]}function u(e){let t=e.target;do{if(p(t)){if(td(t))return;return void o([].slice.call(t.parentNode.children).filter(ed).indexOf(t),e)}}while(null!=(t=t.parentNode))}function p(e){if(!ed(e))return!1;let t=e.parentElement;do{if(t===i.current)return!0;if(t.getAttribute("data-rttabs"))break;t=t.parentElement}while(t);return!1}const{children:d,className:f,disabledTabClassName:h,domRef:m,focus:g,forceRenderTabPanel:y,onSelect:b,selectedIndex:v,selectedTabClassName:x,selectedTabPanelClassName:w,environment:k,disableUpDownKeys:S,disableLeftRightKeys:E,...O}={...rd,...e};return n.createElement("div",Object.assign({},O,{className:Xp(f),onClick:u,onKeyDown:function(t){const{direction:n,disableUpDownKeys:r,disableLeftRightKeys:i}=e;if(p(t.target)){let{selectedIndex:p}=e,d=!1,f=!1;"Space"!==t.code&&32!==t.keyCode&&"Enter"!==t.code&&13!==t.keyCode||(d=!0,f=!1,u(t)),(i||37!==t.keyCode&&"ArrowLeft"!==t.code)&&(r||38!==t.keyCode&&"ArrowUp"!==t.code)?(i||39!==t.keyCode&&"ArrowRight"!==t.code)&&(r||40!==t.keyCode&&"ArrowDown"!==t.code)?35===t.keyCode||"End"===t.code?(p=function(){let e=l();for(;e--;)if(!td(c(e)))return e;return null}(),d=!0,f=!0):36!==t.keyCode&&"Home"!==t.code||(p=function(){const e=l();for(let t=0;t<e;t++)if(!td(c(t)))return t;return null}(),d=!0,f=!0):(p="rtl"===n?a(p):s(p),d=!0,f=!0):(p="rtl"===n?s(p):a(p),d=!0,f=!0),d&&t.preventDefault(),f&&o(p,t)}},ref:e=>{i.current=e,m&&m(e)},"data-rttabs":!0}),function(){let i=0;const{children:o,disabledTabClassName:s,focus:a,forceRenderTabPanel:u,selectedIndex:p,selectedTabClassName:d,selectedTabPanelClassName:f,environment:h}=e;r.current=r.current||[];let m=r.current.length-l();const g=(0,n.useId)();for(;m++<0;)r.current.push(`${g}${r.current.length}`);return Gp(o,e=>{let o=e;if(Hp(e)){let i=0,l=!1;null==nd&&function(e){const t=e||("undefined"!=typeof window?window:void 0);try{nd=!(void 0===t||!t.document||!t.document.activeElement)}catch(e){nd=!1}}(h);const u=h||("undefined"!=typeof window?window:void 0);nd&&u&&(l=n.Children.toArray(e.props.children).filter(Wp).some((e,t)=>u.document.activeElement===c(t))),o=(0,n.cloneElement)(e,{children:Gp(e.props.children,e=>{const o=`tabs-${i}`,c=p===i,u={tabRef:e=>{t.current[o]=e},id:r.current[i],selected:c,focus:c&&(a||l)};return d&&(u.selectedClassName=d),s&&(u.disabledClassName=s),i++,(0,n.cloneElement)(e,u)})})}else if(Yp(e)){const t={id:r.current[i],selected:p===i};u&&(t.forceRender=u),f&&(t.selectedClassName=f),i++,o=(0,n.cloneElement)(e,t)}return o})}())};id.propTypes={};var od=id;const sd={defaultFocus:!1,focusTabOnClick:!0,forceRenderTabPanel:!1,selectedIndex:null,defaultIndex:null,environment:null,disableUpDownKeys:!1,disableLeftRightKeys:!1},ad=e=>{const{children:t,defaultFocus:r,defaultIndex:i,focusTabOnClick:o,onSelect:s,...a}={...sd,...e},[l,c]=(0,n.useState)(r),[u]=(0,n.useState)((e=>null===e.selectedIndex?1:0)(a)),[p,d]=(0,n.useState)(1===u?i||0:null);if((0,n.useEffect)(()=>{c(!1)},[]),1===u){const e=Jp(t);(0,n.useEffect)(()=>{if(null!=p){const t=Math.max(0,e-1);d(Math.min(p,t))}},[e])}let f={...e,...a};return f.focus=l,f.onSelect=(e,t,n)=>{"function"==typeof s&&!1===s(e,t,n)||(o&&c(!0),1===u&&d(e))},null!=p&&(f.selectedIndex=p),delete f.defaultFocus,delete f.defaultIndex,delete f.focusTabOnClick,n.createElement(od,f,t)};ad.propTypes={},ad.tabsRole="Tabs";var ld=ad;const cd={className:"react-tabs__tab-list"},ud=e=>{const{children:t,className:r,...i}={...cd,...e};return n.createElement("ul",Object.assign({},i,{className:Xp(r),role:"tablist"}),t)};ud.tabsRole="TabList",ud.propTypes={};var pd=ud;const dd="react-tabs__tab",fd={className:dd,disabledClassName:`${dd}--disabled`,focus:!1,id:null,selected:!1,selectedClassName:`${dd}--selected`},hd=e=>{let t=(0,n.useRef)();const{children:r,className:i,disabled:o,disabledClassName:s,focus:a,id:l,selected:c,selectedClassName:u,tabIndex:p,tabRef:d,...f}={...fd,...e};return(0,n.useEffect)(()=>{c&&a&&t.current.focus()},[c,a]),n.createElement("li",Object.assign({},f,{className:Xp(i,{[u]:c,[s]:o}),ref:e=>{t.current=e,d&&d(e)},role:"tab",id:`tab${l}`,"aria-selected":c?"true":"false","aria-disabled":o?"true":"false","aria-controls":`panel${l}`,tabIndex:p||(c?"0":null),"data-rttab":!0}),r)};hd.propTypes={},hd.tabsRole="Tab";var md=hd;const gd="react-tabs__tab-panel",yd={className:gd,forceRender:!1,selectedClassName:`${gd}--selected`},bd=e=>{const{children:t,className:r,forceRender:i,id:o,selected:s,selectedClassName:a,...l}={...yd,...e};return n.createElement("div",Object.assign({},l,{className:Xp(r,{[a]:s}),role:"tabpanel",id:`panel${o}`,"aria-labelledby":`tab${o}`}),i||s?t:null)};bd.tabsRole="TabPanel",bd.propTypes={};var vd=bd;const xd=gs(ld)`
  > ul {
    list-style: none;
    padding: 0;
    margin: 0;
    margin: 0 -5px;

    > li {
      padding: 5px 10px;
      display: inline-block;

      background-color: ${({theme:e})=>e.codeBlock.backgroundColor};
      border-bottom: 1px solid rgba(0, 0, 0, 0.5);
      cursor: pointer;
      text-align: center;
      outline: none;
      color: ${({theme:e})=>Dr(e.colors.tonalOffset,e.rightPanel.textColor)};
      margin: 0
        ${({theme:e})=>`${e.spacing.unit}px ${e.spacing.unit}px ${e.spacing.unit}px`};
      border: 1px solid ${({theme:e})=>Dr(.05,e.codeBlock.backgroundColor)};
      border-radius: 5px;
      min-width: 60px;
      font-size: 0.9em;
      font-weight: bold;

      &.react-tabs__tab--selected {
        color: ${e=>e.theme.colors.text.primary};
        background: ${({theme:e})=>e.rightPanel.textColor};
        &:focus {
          outline: auto;
        }
      }

      &:only-child {
        flex: none;
        min-width: 100px;
      }

      &.tab-success {
        color: ${e=>e.theme.colors.responses.success.tabTextColor};
        &.react-tabs__tab--selected {
          color: ${e=>e.theme.colors.responses.success.color};
        }
      }

      &.tab-redirect {
        color: ${e=>e.theme.colors.responses.redirect.tabTextColor};
        &.react-tabs__tab--selected {
          color: ${e=>e.theme.colors.responses.redirect.color};
        }
      }

      &.tab-info {
        color: ${e=>e.theme.colors.responses.info.tabTextColor};
        &.react-tabs__tab--selected {
          color: ${e=>e.theme.colors.responses.info.color};
        }
      }

      &.tab-error {
        color: ${e=>e.theme.colors.responses.error.tabTextColor};
        &.react-tabs__tab--selected {
          color: ${e=>e.theme.colors.responses.error.color};
        }
      }
    }
  }
  > .react-tabs__tab-panel {
    background: ${({theme:e})=>e.codeBlock.backgroundColor};
    & > div,
    & > pre {
      padding: ${e=>4*e.theme.spacing.unit}px;
      margin: 0;
    }

    & > div > pre {
      padding: 0;
    }
  }
`,wd=(gs(xd)`
  > ul {
    display: block;
    > li {
      padding: 2px 5px;
      min-width: auto;
      margin: 0 15px 0 0;
      font-size: 13px;
      font-weight: normal;
      border-bottom: 1px dashed;
      color: ${({theme:e})=>Dr(e.colors.tonalOffset,e.rightPanel.textColor)};
      border-radius: 0;
      background: none;

      &:last-child {
        margin-right: 0;
      }

      &.react-tabs__tab--selected {
        color: ${({theme:e})=>e.rightPanel.textColor};
        background: none;
      }
    }
  }
  > .react-tabs__tab-panel {
    & > div,
    & > pre {
      padding: ${e=>2*e.theme.spacing.unit}px 0;
    }
  }
`,gs.div`
  /**
  * Based on prism-dark.css
  */

  code[class*='language-'],
  pre[class*='language-'] {
    /* color: white;
    background: none; */
    text-shadow: 0 -0.1em 0.2em black;
    text-align: left;
    white-space: pre;
    word-spacing: normal;
    word-break: normal;
    word-wrap: normal;
    line-height: 1.5;

    -moz-tab-size: 4;
    -o-tab-size: 4;
    tab-size: 4;

    -webkit-hyphens: none;
    -moz-hyphens: none;
    -ms-hyphens: none;
    hyphens: none;
  }

  @media print {
    code[class*='language-'],
    pre[class*='language-'] {
      text-shadow: none;
    }
  }

  /* Code blocks */
  pre[class*='language-'] {
    padding: 1em;
    margin: 0.5em 0;
    overflow: auto;
  }

  .token.comment,
  .token.prolog,
  .token.doctype,
  .token.cdata {
    color: hsl(30, 20%, 50%);
  }

  .token.punctuation {
    opacity: 0.7;
  }

  .namespace {
    opacity: 0.7;
  }

  .token.property,
  .token.tag,
  .token.number,
  .token.constant,
  .token.symbol {
    color: #4a8bb3;
  }

  .token.boolean {
    color: #e64441;
  }

  .token.selector,
  .token.attr-name,
  .token.string,
  .token.char,
  .token.builtin,
  .token.inserted {
    color: #a0fbaa;
    & + a,
    & + a:visited {
      color: #4ed2ba;
      text-decoration: underline;
    }
  }

  .token.property.string {
    color: white;
  }

  .token.operator,
  .token.entity,
  .token.url,
  .token.variable {
    color: hsl(40, 90%, 60%);
  }

  .token.atrule,
  .token.attr-value,
  .token.keyword {
    color: hsl(350, 40%, 70%);
  }

  .token.regex,
  .token.important {
    color: #e90;
  }

  .token.important,
  .token.bold {
    font-weight: bold;
  }
  .token.italic {
    font-style: italic;
  }

  .token.entity {
    cursor: help;
  }

  .token.deleted {
    color: red;
  }

  ${ys("Prism")};
`),kd=gs.div`
  opacity: 0.7;
  transition: opacity 0.3s ease;
  text-align: right;
  &:focus-within {
    opacity: 1;
  }
  > button {
    background-color: transparent;
    border: 0;
    color: inherit;
    padding: 2px 10px;
    font-family: ${({theme:e})=>e.typography.fontFamily};
    font-size: ${({theme:e})=>e.typography.fontSize};
    line-height: ${({theme:e})=>e.typography.lineHeight};
    cursor: pointer;
    outline: 0;

    :hover,
    :focus {
      background: rgba(255, 255, 255, 0.1);
    }
  }
`,Sd=gs.div`
  &:hover ${kd} {
    opacity: 1;
  }
`,Ed=gs(wd).attrs({as:"pre"})`
  font-family: ${e=>e.theme.typography.code.fontFamily};
  font-size: ${e=>e.theme.typography.code.fontSize};
  overflow-x: auto;
  margin: 0;

  white-space: ${({theme:e})=>e.typography.code.wrap?"pre-wrap":"pre"};
`;function Od(e){return getComputedStyle(e)}function _d(e,t){for(var n in t){var r=t[n];"number"==typeof r&&(r+="px"),e.style[n]=r}return e}function Pd(e){var t=document.createElement("div");return t.className=e,t}var $d="undefined"!=typeof Element&&(Element.prototype.matches||Element.prototype.webkitMatchesSelector||Element.prototype.mozMatchesSelector||Element.prototype.msMatchesSelector);function Ad(e,t){if(!$d)throw new Error("No element matching method supported");return $d.call(e,t)}function Cd(e){e.remove?e.remove():e.parentNode&&e.parentNode.removeChild(e)}function jd(e,t){return Array.prototype.filter.call(e.children,function(e){return Ad(e,t)})}var Td=function(e){return"ps__thumb-"+e},Nd=function(e){return"ps__rail-"+e},Id="ps__child--consume",Rd="ps--focus",Ld="ps--clicking",Dd=function(e){return"ps--active-"+e},Md=function(e){return"ps--scrolling-"+e},zd={x:null,y:null};function Fd(e,t){var n=e.element.classList,r=Md(t);n.contains(r)?clearTimeout(zd[t]):n.add(r)}function Ud(e,t){zd[t]=setTimeout(function(){return e.isAlive&&e.element.classList.remove(Md(t))},e.settings.scrollingThreshold)}var qd=function(e){this.element=e,this.handlers={}},Bd={isEmpty:{configurable:!0}};qd.prototype.bind=function(e,t){void 0===this.handlers[e]&&(this.handlers[e]=[]),this.handlers[e].push(t),this.element.addEventListener(e,t,!1)},qd.prototype.unbind=function(e,t){var n=this;this.handlers[e]=this.handlers[e].filter(function(r){return!(!t||r===t)||(n.element.removeEventListener(e,r,!1),!1)})},qd.prototype.unbindAll=function(){for(var e in this.handlers)this.unbind(e)},Bd.isEmpty.get=function(){var e=this;return Object.keys(this.handlers).every(function(t){return 0===e.handlers[t].length})},Object.defineProperties(qd.prototype,Bd);var Vd=function(){this.eventElements=[]};function Wd(e){if("function"==typeof window.CustomEvent)return new CustomEvent(e);var t=document.createEvent("CustomEvent");return t.initCustomEvent(e,!1,!1,void 0),t}function Hd(e,t,n,r,i){var o;if(void 0===r&&(r=!0),void 0===i&&(i=!1),"top"===t)o=["contentHeight","containerHeight","scrollTop","y","up","down"];else{if("left"!==t)throw new Error("A proper axis should be provided");o=["contentWidth","containerWidth","scrollLeft","x","left","right"]}!function(e,t,n,r,i){var o=n[0],s=n[1],a=n[2],l=n[3],c=n[4],u=n[5];void 0===r&&(r=!0),void 0===i&&(i=!1);var p=e.element;e.reach[l]=null,p[a]<1&&(e.reach[l]="start"),p[a]>e[o]-e[s]-1&&(e.reach[l]="end"),t&&(p.dispatchEvent(Wd("ps-scroll-"+l)),t<0?p.dispatchEvent(Wd("ps-scroll-"+c)):t>0&&p.dispatchEvent(Wd("ps-scroll-"+u)),r&&function(e,t){Fd(e,t),Ud(e,t)}(e,l)),e.reach[l]&&(t||i)&&p.dispatchEvent(Wd("ps-"+l+"-reach-"+e.reach[l]))}(e,n,o,r,i)}function Yd(e){return parseInt(e,10)||0}Vd.prototype.eventElement=function(e){var t=this.eventElements.filter(function(t){return t.element===e})[0];return t||(t=new qd(e),this.eventElements.push(t)),t},Vd.prototype.bind=function(e,t,n){this.eventElement(e).bind(t,n)},Vd.prototype.unbind=function(e,t,n){var r=this.eventElement(e);r.unbind(t,n),r.isEmpty&&this.eventElements.splice(this.eventElements.indexOf(r),1)},Vd.prototype.unbindAll=function(){this.eventElements.forEach(function(e){return e.unbindAll()}),this.eventElements=[]},Vd.prototype.once=function(e,t,n){var r=this.eventElement(e),i=function(e){r.unbind(t,i),n(e)};r.bind(t,i)};var Gd={isWebKit:"undefined"!=typeof document&&"WebkitAppearance"in document.documentElement.style,supportsTouch:"undefined"!=typeof window&&("ontouchstart"in window||"maxTouchPoints"in window.navigator&&window.navigator.maxTouchPoints>0||window.DocumentTouch&&document instanceof window.DocumentTouch),supportsIePointer:"undefined"!=typeof navigator&&navigator.msMaxTouchPoints,isChrome:"undefined"!=typeof navigator&&/Chrome/i.test(navigator&&navigator.userAgent)};function Kd(e){var t=e.element,n=Math.floor(t.scrollTop),r=t.getBoundingClientRect();e.containerWidth=Math.round(r.width),e.containerHeight=Math.round(r.height),e.contentWidth=t.scrollWidth,e.contentHeight=t.scrollHeight,t.contains(e.scrollbarXRail)||(jd(t,Nd("x")).forEach(function(e){return Cd(e)}),t.appendChild(e.scrollbarXRail)),t.contains(e.scrollbarYRail)||(jd(t,Nd("y")).forEach(function(e){return Cd(e)}),t.appendChild(e.scrollbarYRail)),!e.settings.suppressScrollX&&e.containerWidth+e.settings.scrollXMarginOffset<e.contentWidth?(e.scrollbarXActive=!0,e.railXWidth=e.containerWidth-e.railXMarginWidth,e.railXRatio=e.containerWidth/e.railXWidth,e.scrollbarXWidth=Qd(e,Yd(e.railXWidth*e.containerWidth/e.contentWidth)),e.scrollbarXLeft=Yd((e.negativeScrollAdjustment+t.scrollLeft)*(e.railXWidth-e.scrollbarXWidth)/(e.contentWidth-e.containerWidth))):e.scrollbarXActive=!1,!e.settings.suppressScrollY&&e.containerHeight+e.settings.scrollYMarginOffset<e.contentHeight?(e.scrollbarYActive=!0,e.railYHeight=e.containerHeight-e.railYMarginHeight,e.railYRatio=e.containerHeight/e.railYHeight,e.scrollbarYHeight=Qd(e,Yd(e.railYHeight*e.containerHeight/e.contentHeight)),e.scrollbarYTop=Yd(n*(e.railYHeight-e.scrollbarYHeight)/(e.contentHeight-e.containerHeight))):e.scrollbarYActive=!1,e.scrollbarXLeft>=e.railXWidth-e.scrollbarXWidth&&(e.scrollbarXLeft=e.railXWidth-e.scrollbarXWidth),e.scrollbarYTop>=e.railYHeight-e.scrollbarYHeight&&(e.scrollbarYTop=e.railYHeight-e.scrollbarYHeight),function(e,t){var n={width:t.railXWidth},r=Math.floor(e.scrollTop);t.isRtl?n.left=t.negativeScrollAdjustment+e.scrollLeft+t.containerWidth-t.contentWidth:n.left=e.scrollLeft,t.isScrollbarXUsingBottom?n.bottom=t.scrollbarXBottom-r:n.top=t.scrollbarXTop+r,_d(t.scrollbarXRail,n);var i={top:r,height:t.railYHeight};t.isScrollbarYUsingRight?t.isRtl?i.right=t.contentWidth-(t.negativeScrollAdjustment+e.scrollLeft)-t.scrollbarYRight-t.scrollbarYOuterWidth-9:i.right=t.scrollbarYRight-e.scrollLeft:t.isRtl?i.left=t.negativeScrollAdjustment+e.scrollLeft+2*t.containerWidth-t.contentWidth-t.scrollbarYLeft-t.scrollbarYOuterWidth:i.left=t.scrollbarYLeft+e.scrollLeft,_d(t.scrollbarYRail,i),_d(t.scrollbarX,{left:t.scrollbarXLeft,width:t.scrollbarXWidth-t.railBorderXWidth}),_d(t.scrollbarY,{top:t.scrollbarYTop,height:t.scrollbarYHeight-t.railBorderYWidth})}(t,e),e.scrollbarXActive?t.classList.add(Dd("x")):(t.classList.remove(Dd("x")),e.scrollbarXWidth=0,e.scrollbarXLeft=0,t.scrollLeft=!0===e.isRtl?e.contentWidth:0),e.scrollbarYActive?t.classList.add(Dd("y")):(t.classList.remove(Dd("y")),e.scrollbarYHeight=0,e.scrollbarYTop=0,t.scrollTop=0)}function Qd(e,t){return e.settings.minScrollbarLength&&(t=Math.max(t,e.settings.minScrollbarLength)),e.settings.maxScrollbarLength&&(t=Math.min(t,e.settings.maxScrollbarLength)),t}function Xd(e,t){var n=t[0],r=t[1],i=t[2],o=t[3],s=t[4],a=t[5],l=t[6],c=t[7],u=t[8],p=e.element,d=null,f=null,h=null;function m(t){t.touches&&t.touches[0]&&(t[i]=t.touches[0].pageY),p[l]=d+h*(t[i]-f),Fd(e,c),Kd(e),t.stopPropagation(),t.type.startsWith("touch")&&t.changedTouches.length>1&&t.preventDefault()}function g(){Ud(e,c),e[u].classList.remove(Ld),e.event.unbind(e.ownerDocument,"mousemove",m)}function y(t,s){d=p[l],s&&t.touches&&(t[i]=t.touches[0].pageY),f=t[i],h=(e[r]-e[n])/(e[o]-e[a]),s?e.event.bind(e.ownerDocument,"touchmove",m):(e.event.bind(e.ownerDocument,"mousemove",m),e.event.once(e.ownerDocument,"mouseup",g),t.preventDefault()),e[u].classList.add(Ld),t.stopPropagation()}e.event.bind(e[s],"mousedown",function(e){y(e)}),e.event.bind(e[s],"touchstart",function(e){y(e,!0)})}var Jd={"click-rail":function(e){e.element,e.event.bind(e.scrollbarY,"mousedown",function(e){return e.stopPropagation()}),e.event.bind(e.scrollbarYRail,"mousedown",function(t){var n=t.pageY-window.pageYOffset-e.scrollbarYRail.getBoundingClientRect().top>e.scrollbarYTop?1:-1;e.element.scrollTop+=n*e.containerHeight,Kd(e),t.stopPropagation()}),e.event.bind(e.scrollbarX,"mousedown",function(e){return e.stopPropagation()}),e.event.bind(e.scrollbarXRail,"mousedown",function(t){var n=t.pageX-window.pageXOffset-e.scrollbarXRail.getBoundingClientRect().left>e.scrollbarXLeft?1:-1;e.element.scrollLeft+=n*e.containerWidth,Kd(e),t.stopPropagation()})},"drag-thumb":function(e){Xd(e,["containerWidth","contentWidth","pageX","railXWidth","scrollbarX","scrollbarXWidth","scrollLeft","x","scrollbarXRail"]),Xd(e,["containerHeight","contentHeight","pageY","railYHeight","scrollbarY","scrollbarYHeight","scrollTop","y","scrollbarYRail"])},keyboard:function(e){var t=e.element;e.event.bind(e.ownerDocument,"keydown",function(n){if(!(n.isDefaultPrevented&&n.isDefaultPrevented()||n.defaultPrevented)&&(Ad(t,":hover")||Ad(e.scrollbarX,":focus")||Ad(e.scrollbarY,":focus"))){var r,i=document.activeElement?document.activeElement:e.ownerDocument.activeElement;if(i){if("IFRAME"===i.tagName)i=i.contentDocument.activeElement;else for(;i.shadowRoot;)i=i.shadowRoot.activeElement;if(Ad(r=i,"input,[contenteditable]")||Ad(r,"select,[contenteditable]")||Ad(r,"textarea,[contenteditable]")||Ad(r,"button,[contenteditable]"))return}var o=0,s=0;switch(n.which){case 37:o=n.metaKey?-e.contentWidth:n.altKey?-e.containerWidth:-30;break;case 38:s=n.metaKey?e.contentHeight:n.altKey?e.containerHeight:30;break;case 39:o=n.metaKey?e.contentWidth:n.altKey?e.containerWidth:30;break;case 40:s=n.metaKey?-e.contentHeight:n.altKey?-e.containerHeight:-30;break;case 32:s=n.shiftKey?e.containerHeight:-e.containerHeight;break;case 33:s=e.containerHeight;break;case 34:s=-e.containerHeight;break;case 36:s=e.contentHeight;break;case 35:s=-e.contentHeight;break;default:return}e.settings.suppressScrollX&&0!==o||e.settings.suppressScrollY&&0!==s||(t.scrollTop-=s,t.scrollLeft+=o,Kd(e),function(n,r){var i=Math.floor(t.scrollTop);if(0===n){if(!e.scrollbarYActive)return!1;if(0===i&&r>0||i>=e.contentHeight-e.containerHeight&&r<0)return!e.settings.wheelPropagation}var o=t.scrollLeft;if(0===r){if(!e.scrollbarXActive)return!1;if(0===o&&n<0||o>=e.contentWidth-e.containerWidth&&n>0)return!e.settings.wheelPropagation}return!0}(o,s)&&n.preventDefault())}})},wheel:function(e){var t=e.element;function n(n){var r=function(e){var t=e.deltaX,n=-1*e.deltaY;return void 0!==t&&void 0!==n||(t=-1*e.wheelDeltaX/6,n=e.wheelDeltaY/6),e.deltaMode&&1===e.deltaMode&&(t*=10,n*=10),t!=t&&n!=n&&(t=0,n=e.wheelDelta),e.shiftKey?[-n,-t]:[t,n]}(n),i=r[0],o=r[1];if(!function(e,n,r){if(!Gd.isWebKit&&t.querySelector("select:focus"))return!0;if(!t.contains(e))return!1;for(var i=e;i&&i!==t;){if(i.classList.contains(Id))return!0;var o=Od(i);if(r&&o.overflowY.match(/(scroll|auto)/)){var s=i.scrollHeight-i.clientHeight;if(s>0&&(i.scrollTop>0&&r<0||i.scrollTop<s&&r>0))return!0}if(n&&o.overflowX.match(/(scroll|auto)/)){var a=i.scrollWidth-i.clientWidth;if(a>0&&(i.scrollLeft>0&&n<0||i.scrollLeft<a&&n>0))return!0}i=i.parentNode}return!1}(n.target,i,o)){var s=!1;e.settings.useBothWheelAxes?e.scrollbarYActive&&!e.scrollbarXActive?(o?t.scrollTop-=o*e.settings.wheelSpeed:t.scrollTop+=i*e.settings.wheelSpeed,s=!0):e.scrollbarXActive&&!e.scrollbarYActive&&(i?t.scrollLeft+=i*e.settings.wheelSpeed:t.scrollLeft-=o*e.settings.wheelSpeed,s=!0):(t.scrollTop-=o*e.settings.wheelSpeed,t.scrollLeft+=i*e.settings.wheelSpeed),Kd(e),s=s||function(n,r){var i=Math.floor(t.scrollTop),o=0===t.scrollTop,s=i+t.offsetHeight===t.scrollHeight,a=0===t.scrollLeft,l=t.scrollLeft+t.offsetWidth===t.scrollWidth;return!(Math.abs(r)>Math.abs(n)?o||s:a||l)||!e.settings.wheelPropagation}(i,o),s&&!n.ctrlKey&&(n.stopPropagation(),n.preventDefault())}}void 0!==window.onwheel?e.event.bind(t,"wheel",n):void 0!==window.onmousewheel&&e.event.bind(t,"mousewheel",n)},touch:function(e){if(Gd.supportsTouch||Gd.supportsIePointer){var t=e.element,n={},r=0,i={},o=null;Gd.supportsTouch?(e.event.bind(t,"touchstart",c),e.event.bind(t,"touchmove",u),e.event.bind(t,"touchend",p)):Gd.supportsIePointer&&(window.PointerEvent?(e.event.bind(t,"pointerdown",c),e.event.bind(t,"pointermove",u),e.event.bind(t,"pointerup",p)):window.MSPointerEvent&&(e.event.bind(t,"MSPointerDown",c),e.event.bind(t,"MSPointerMove",u),e.event.bind(t,"MSPointerUp",p)))}function s(n,r){t.scrollTop-=r,t.scrollLeft-=n,Kd(e)}function a(e){return e.targetTouches?e.targetTouches[0]:e}function l(e){return!(e.pointerType&&"pen"===e.pointerType&&0===e.buttons||(!e.targetTouches||1!==e.targetTouches.length)&&(!e.pointerType||"mouse"===e.pointerType||e.pointerType===e.MSPOINTER_TYPE_MOUSE))}function c(e){if(l(e)){var t=a(e);n.pageX=t.pageX,n.pageY=t.pageY,r=(new Date).getTime(),null!==o&&clearInterval(o)}}function u(o){if(l(o)){var c=a(o),u={pageX:c.pageX,pageY:c.pageY},p=u.pageX-n.pageX,d=u.pageY-n.pageY;if(function(e,n,r){if(!t.contains(e))return!1;for(var i=e;i&&i!==t;){if(i.classList.contains(Id))return!0;var o=Od(i);if(r&&o.overflowY.match(/(scroll|auto)/)){var s=i.scrollHeight-i.clientHeight;if(s>0&&(i.scrollTop>0&&r<0||i.scrollTop<s&&r>0))return!0}if(n&&o.overflowX.match(/(scroll|auto)/)){var a=i.scrollWidth-i.clientWidth;if(a>0&&(i.scrollLeft>0&&n<0||i.scrollLeft<a&&n>0))return!0}i=i.parentNode}return!1}(o.target,p,d))return;s(p,d),n=u;var f=(new Date).getTime(),h=f-r;h>0&&(i.x=p/h,i.y=d/h,r=f),function(n,r){var i=Math.floor(t.scrollTop),o=t.scrollLeft,s=Math.abs(n),a=Math.abs(r);if(a>s){if(r<0&&i===e.contentHeight-e.containerHeight||r>0&&0===i)return 0===window.scrollY&&r>0&&Gd.isChrome}else if(s>a&&(n<0&&o===e.contentWidth-e.containerWidth||n>0&&0===o))return!0;return!0}(p,d)&&o.preventDefault()}}function p(){e.settings.swipeEasing&&(clearInterval(o),o=setInterval(function(){e.isInitialized?clearInterval(o):i.x||i.y?Math.abs(i.x)<.01&&Math.abs(i.y)<.01?clearInterval(o):e.element?(s(30*i.x,30*i.y),i.x*=.8,i.y*=.8):clearInterval(o):clearInterval(o)},10))}}},Zd=function(e,t){var n=this;if(void 0===t&&(t={}),"string"==typeof e&&(e=document.querySelector(e)),!e||!e.nodeName)throw new Error("no element is specified to initialize PerfectScrollbar");for(var r in this.element=e,e.classList.add("ps"),this.settings={handlers:["click-rail","drag-thumb","keyboard","wheel","touch"],maxScrollbarLength:null,minScrollbarLength:null,scrollingThreshold:1e3,scrollXMarginOffset:0,scrollYMarginOffset:0,suppressScrollX:!1,suppressScrollY:!1,swipeEasing:!0,useBothWheelAxes:!1,wheelPropagation:!0,wheelSpeed:1},t)this.settings[r]=t[r];this.containerWidth=null,this.containerHeight=null,this.contentWidth=null,this.contentHeight=null;var i,o,s=function(){return e.classList.add(Rd)},a=function(){return e.classList.remove(Rd)};this.isRtl="rtl"===Od(e).direction,!0===this.isRtl&&e.classList.add("ps__rtl"),this.isNegativeScroll=(o=e.scrollLeft,e.scrollLeft=-1,i=e.scrollLeft<0,e.scrollLeft=o,i),this.negativeScrollAdjustment=this.isNegativeScroll?e.scrollWidth-e.clientWidth:0,this.event=new Vd,this.ownerDocument=e.ownerDocument||document,this.scrollbarXRail=Pd(Nd("x")),e.appendChild(this.scrollbarXRail),this.scrollbarX=Pd(Td("x")),this.scrollbarXRail.appendChild(this.scrollbarX),this.scrollbarX.setAttribute("tabindex",0),this.event.bind(this.scrollbarX,"focus",s),this.event.bind(this.scrollbarX,"blur",a),this.scrollbarXActive=null,this.scrollbarXWidth=null,this.scrollbarXLeft=null;var l=Od(this.scrollbarXRail);this.scrollbarXBottom=parseInt(l.bottom,10),isNaN(this.scrollbarXBottom)?(this.isScrollbarXUsingBottom=!1,this.scrollbarXTop=Yd(l.top)):this.isScrollbarXUsingBottom=!0,this.railBorderXWidth=Yd(l.borderLeftWidth)+Yd(l.borderRightWidth),_d(this.scrollbarXRail,{display:"block"}),this.railXMarginWidth=Yd(l.marginLeft)+Yd(l.marginRight),_d(this.scrollbarXRail,{display:""}),this.railXWidth=null,this.railXRatio=null,this.scrollbarYRail=Pd(Nd("y")),e.appendChild(this.scrollbarYRail),this.scrollbarY=Pd(Td("y")),this.scrollbarYRail.appendChild(this.scrollbarY),this.scrollbarY.setAttribute("tabindex",0),this.event.bind(this.scrollbarY,"focus",s),this.event.bind(this.scrollbarY,"blur",a),this.scrollbarYActive=null,this.scrollbarYHeight=null,this.scrollbarYTop=null;var c=Od(this.scrollbarYRail);this.scrollbarYRight=parseInt(c.right,10),isNaN(this.scrollbarYRight)?(this.isScrollbarYUsingRight=!1,this.scrollbarYLeft=Yd(c.left)):this.isScrollbarYUsingRight=!0,this.scrollbarYOuterWidth=this.isRtl?function(e){var t=Od(e);return Yd(t.width)+Yd(t.paddingLeft)+Yd(t.paddingRight)+Yd(t.borderLeftWidth)+Yd(t.borderRightWidth)}(this.scrollbarY):null,this.railBorderYWidth=Yd(c.borderTopWidth)+Yd(c.borderBottomWidth),_d(this.scrollbarYRail,{display:"block"}),this.railYMarginHeight=Yd(c.marginTop)+Yd(c.marginBottom),_d(this.scrollbarYRail,{display:""}),this.railYHeight=null,this.railYRatio=null,this.reach={x:e.scrollLeft<=0?"start":e.scrollLeft>=this.contentWidth-this.containerWidth?"end":null,y:e.scrollTop<=0?"start":e.scrollTop>=this.contentHeight-this.containerHeight?"end":null},this.isAlive=!0,this.settings.handlers.forEach(function(e){return Jd[e](n)}),this.lastScrollTop=Math.floor(e.scrollTop),this.lastScrollLeft=e.scrollLeft,this.event.bind(this.element,"scroll",function(e){return n.onScroll(e)}),Kd(this)};Zd.prototype.update=function(){this.isAlive&&(this.negativeScrollAdjustment=this.isNegativeScroll?this.element.scrollWidth-this.element.clientWidth:0,_d(this.scrollbarXRail,{display:"block"}),_d(this.scrollbarYRail,{display:"block"}),this.railXMarginWidth=Yd(Od(this.scrollbarXRail).marginLeft)+Yd(Od(this.scrollbarXRail).marginRight),this.railYMarginHeight=Yd(Od(this.scrollbarYRail).marginTop)+Yd(Od(this.scrollbarYRail).marginBottom),_d(this.scrollbarXRail,{display:"none"}),_d(this.scrollbarYRail,{display:"none"}),Kd(this),Hd(this,"top",0,!1,!0),Hd(this,"left",0,!1,!0),_d(this.scrollbarXRail,{display:""}),_d(this.scrollbarYRail,{display:""}))},Zd.prototype.onScroll=function(e){this.isAlive&&(Kd(this),Hd(this,"top",this.element.scrollTop-this.lastScrollTop),Hd(this,"left",this.element.scrollLeft-this.lastScrollLeft),this.lastScrollTop=Math.floor(this.element.scrollTop),this.lastScrollLeft=this.element.scrollLeft)},Zd.prototype.destroy=function(){this.isAlive&&(this.event.unbindAll(),Cd(this.scrollbarX),Cd(this.scrollbarY),Cd(this.scrollbarXRail),Cd(this.scrollbarYRail),this.removePsClasses(),this.element=null,this.scrollbarX=null,this.scrollbarY=null,this.scrollbarXRail=null,this.scrollbarYRail=null,this.isAlive=!1)},Zd.prototype.removePsClasses=function(){this.element.className=this.element.className.split(" ").filter(function(e){return!e.match(/^ps([-_].+|)$/)}).join(" ")};var ef=Zd,tf=Object.defineProperty,nf=Object.getOwnPropertySymbols,rf=Object.prototype.hasOwnProperty,of=Object.prototype.propertyIsEnumerable,sf=(e,t,n)=>t in e?tf(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n;const af=ef||t;let lf="";Qr&&(lf=r(1494),lf="function"==typeof lf.toString&&lf.toString()||"",lf="[object Object]"===lf?"":lf);const cf=ds`${lf}`,uf=gs.div`
  position: relative;
`;class pf extends n.Component{constructor(){super(...arguments),this.handleRef=e=>{this._container=e}}componentDidMount(){const e=this._container.parentElement&&this._container.parentElement.scrollTop||0;this.inst=new af(this._container,this.props.options||{}),this._container.scrollTo&&this._container.scrollTo(0,e)}componentDidUpdate(){this.inst.update()}componentWillUnmount(){this.inst.destroy()}render(){const{children:e,className:t,updateFn:r}=this.props;return r&&r(this.componentDidUpdate.bind(this)),n.createElement(n.Fragment,null,lf&&n.createElement(cf,null),n.createElement(uf,{className:`scrollbar-container ${t}`,ref:this.handleRef},e))}}function df(e){return n.createElement(Os.Consumer,null,t=>t.nativeScrollbars?n.createElement("div",{style:{overflow:"auto",overscrollBehavior:"contain",msOverflowStyle:"-ms-autohiding-scrollbar"}},e.children):n.createElement(pf,((e,t)=>{for(var n in t||(t={}))rf.call(t,n)&&sf(e,n,t[n]);if(nf)for(var n of nf(t))of.call(t,n)&&sf(e,n,t[n]);return e})({},e),e.children))}const ff=gs(({className:e,style:t})=>n.createElement("svg",{className:e,style:t,xmlns:"http://www.w3.org/2000/svg",width:"16",height:"16",viewBox:"0 0 24 24",fill:"none",stroke:"currentColor",strokeWidth:"2",strokeLinecap:"round",strokeLinejoin:"round"},n.createElement("polyline",{points:"6 9 12 15 18 9"})))`
  position: absolute;
  pointer-events: none;
  z-index: 1;
  top: 50%;
  -webkit-transform: translateY(-50%);
  -ms-transform: translateY(-50%);
  transform: translateY(-50%);
  right: 8px;
  margin: auto;
  text-align: center;
  polyline {
    color: ${e=>"dark"===e.variant&&"white"};
  }
`,hf=n.memo(e=>{const{options:t,onChange:r,placeholder:i,value:o="",variant:s,className:a,ariaLabel:l}=e;return n.createElement("div",{className:a},n.createElement(ff,{variant:s}),n.createElement("select",{onChange:e=>{const{selectedIndex:n}=e.target;r(t[i?n-1:n])},value:o,className:"dropdown-select","aria-label":l},i&&n.createElement("option",{disabled:!0,hidden:!0,value:i},i),t.map(({idx:e,value:t,title:r},i)=>n.createElement("option",{key:e||t+i,value:t},r||t))),n.createElement("label",null,o))}),mf=cs(hf)`
  label {
    box-sizing: border-box;
    min-width: 100px;
    outline: none;
    display: inline-block;
    font-family: ${e=>e.theme.typography.headings.fontFamily};
    color: ${({theme:e})=>e.colors.text.primary};
    vertical-align: bottom;
    width: ${({fullWidth:e})=>e?"100%":"auto"};
    text-transform: none;
    padding: 0 22px 0 4px;

    font-size: 0.929em;
    line-height: 1.5em;
    font-family: inherit;
    text-overflow: ellipsis;
    overflow: hidden;
    white-space: nowrap;
  }
  .dropdown-select {
    position: absolute;
    top: 0;
    left: 0;
    width: 100%;
    height: 100%;
    opacity: 0;
    border: none;
    appearance: none;
    cursor: pointer;

    color: ${({theme:e})=>e.colors.text.primary};
    line-height: inherit;
    font-family: inherit;
  }
  box-sizing: border-box;
  min-width: 100px;
  outline: none;
  display: inline-block;
  border-radius: 2px;
  border: 1px solid rgba(38, 50, 56, 0.5);
  vertical-align: bottom;
  padding: 2px 0px 2px 6px;
  position: relative;
  width: auto;
  background: white;
  color: #263238;
  font-family: ${e=>e.theme.typography.headings.fontFamily};
  font-size: 0.929em;
  line-height: 1.5em;
  cursor: pointer;
  transition: border 0.25s ease, color 0.25s ease, box-shadow 0.25s ease;

  &:hover,
  &:focus-within {
    border: 1px solid ${e=>e.theme.colors.primary.main};
    color: ${e=>e.theme.colors.primary.main};
    box-shadow: 0px 0px 0px 1px ${e=>e.theme.colors.primary.main};
  }
`,gf=cs(mf)`
  margin-left: 10px;
  text-transform: none;
  font-size: 0.969em;

  font-size: 1em;
  border: none;
  padding: 0 1.2em 0 0;
  background: transparent;

  &:hover,
  &:focus-within {
    border: none;
    box-shadow: none;
    label {
      color: ${e=>e.theme.colors.primary.main};
      text-shadow: 0px 0px 0px ${e=>e.theme.colors.primary.main};
    }
  }
`,yf=cs.span`
  margin-left: 10px;
  text-transform: none;
  font-size: 0.929em;
  color: black;
`;var bf=Object.defineProperty,vf=Object.defineProperties,xf=Object.getOwnPropertyDescriptors,wf=Object.getOwnPropertySymbols,kf=Object.prototype.hasOwnProperty,Sf=Object.prototype.propertyIsEnumerable,Ef=(e,t,n)=>t in e?bf(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n,Of=(e,t)=>{for(var n in t||(t={}))kf.call(t,n)&&Ef(e,n,t[n]);if(wf)for(var n of wf(t))Sf.call(t,n)&&Ef(e,n,t[n]);return e},_f=(e,t)=>vf(e,xf(t));class Pf{constructor(e,t,n){this.operations=[];const{resolved:r}=e.deref(n||{});this.initWebhooks(e,r,t)}initWebhooks(e,t,n){for(const r of Object.keys(t)){const i=t[r],o=Object.keys(i).filter(Xs);for(const t of o){const r=i[t];if(i.$ref){const r=e.deref(i||{});this.initWebhooks(e,{[t]:r},n)}if(!r)continue;const o=new ap(e,_f(Of({},r),{httpVerb:t}),void 0,n,!1);this.operations.push(o)}}}}class $f{constructor(e,t,n){const{resolved:r}=e.deref(n);this.id=t,this.sectionId=ya+t,this.type=r.type,this.displayName=r["x-displayName"]||t,this.description=r.description||"","apiKey"===r.type&&(this.apiKey={name:r.name,in:r.in}),"http"===r.type&&(this.http={scheme:r.scheme,bearerFormat:r.bearerFormat}),"openIdConnect"===r.type&&(this.openId={connectUrl:r.openIdConnectUrl}),"oauth2"===r.type&&r.flows&&(this.flows=r.flows)}}class Af{constructor(e){const t=e.spec.components&&e.spec.components.securitySchemes||{};this.schemes=Object.keys(t).map(n=>new $f(e,n,t[n]))}}var Cf=Object.defineProperty,jf=Object.getOwnPropertySymbols,Tf=Object.prototype.hasOwnProperty,Nf=Object.prototype.propertyIsEnumerable,If=(e,t,n)=>t in e?Cf(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n,Rf=(e,t)=>{for(var n in t||(t={}))Tf.call(t,n)&&If(e,n,t[n]);if(jf)for(var n of jf(t))Nf.call(t,n)&&If(e,n,t[n]);return e};class Lf{constructor(e,t,n){var r,i,o;this.options=n,this.parser=new yc(e,t,n),this.info=new Ml(this.parser,this.options),this.externalDocs=this.parser.spec.externalDocs,this.contentItems=Qf.buildStructure(this.parser,this.options),this.securitySchemes=new Af(this.parser);const s=Rf(Rf({},null==(i=null==(r=this.parser)?void 0:r.spec)?void 0:i["x-webhooks"]),null==(o=this.parser)?void 0:o.spec.webhooks);this.webhooks=new Pf(this.parser,n,s)}}var Df=Object.defineProperty,Mf=Object.getOwnPropertyDescriptor,zf=(e,t,n,r)=>{for(var i,o=r>1?void 0:r?Mf(t,n):t,s=e.length-1;s>=0;s--)(i=e[s])&&(o=(r?i(t,n,o):i(o))||o);return r&&o&&Df(t,n,o),o};class Ff{constructor(e,t,n){this.items=[],this.active=!1,this.expanded=!1,on(this),this.id=t.id||e+"/"+li(t.name),this.type=e,this.name=t["x-displayName"]||t.name,this.level=t.level||1,this.sidebarLabel=this.name,this.description=t.description||"";const r=t.items;r&&r.length&&(this.description=Ll.getTextBeforeHading(this.description,r[0].name)),this.parent=n,this.externalDocs=t.externalDocs,"group"===this.type&&(this.expanded=!0)}activate(){this.active=!0}expand(){this.parent&&this.parent.expand(),this.expanded=!0}collapse(){"group"!==this.type&&(this.expanded=!1)}deactivate(){this.active=!1}}zf([Ce],Ff.prototype,"active",2),zf([Ce],Ff.prototype,"expanded",2),zf([Ct],Ff.prototype,"activate",1),zf([Ct],Ff.prototype,"expand",1),zf([Ct],Ff.prototype,"collapse",1),zf([Ct],Ff.prototype,"deactivate",1);var Uf=Object.defineProperty,qf=Object.defineProperties,Bf=Object.getOwnPropertyDescriptors,Vf=Object.getOwnPropertySymbols,Wf=Object.prototype.hasOwnProperty,Hf=Object.prototype.propertyIsEnumerable,Yf=(e,t,n)=>t in e?Uf(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n,Gf=(e,t)=>{for(var n in t||(t={}))Wf.call(t,n)&&Yf(e,n,t[n]);if(Vf)for(var n of Vf(t))Hf.call(t,n)&&Yf(e,n,t[n]);return e},Kf=(e,t)=>qf(e,Bf(t));class Qf{static buildStructure(e,t){const n=e.spec,{schemaDefinitionsTagName:r}=t,i=[],o=[...n.tags||[]];!o.find(e=>(null==e?void 0:e.name)===r)&&r&&o.push({name:r});const s=Qf.getTagsWithOperations(e,o);return i.push(...Qf.addMarkdownItems(n.info.description||"",void 0,1,t)),n["x-tagGroups"]&&n["x-tagGroups"].length>0?i.push(...Qf.getTagGroupsItems(e,void 0,n["x-tagGroups"],s,t)):i.push(...Qf.getTagsItems(e,s,void 0,void 0,t)),i}static addMarkdownItems(e,t,n,r){const i=new Ll(r,null==t?void 0:t.id).extractHeadings(e||"");i.length&&t&&t.description&&(t.description=Ll.getTextBeforeHading(t.description,i[0].name));const o=(e,t,n=1)=>t.map(t=>{const r=new Ff("section",t,e);return r.depth=n,t.items&&(r.items=o(r,t.items,n+1)),r});return o(t,i,n)}static getTagGroupsItems(e,t,n,r,i){const o=[];for(const s of n){const n=new Ff("group",s,t);n.depth=0,n.items=Qf.getTagsItems(e,r,n,s,i),o.push(n)}return o}static getTagsItems(e,t,n,r,i){let o;o=void 0===r?Object.keys(t):r.tags;const s=o.map(e=>t[e]?(t[e].used=!0,t[e]):(console.warn(`Non-existing tag "${e}" is added to the group "${r.name}"`),null)),a=[];for(const t of s){if(!t)continue;const r=new Ff("tag",t,n);if(r.depth=1,""===t.name){const n=[...Qf.addMarkdownItems(t.description||"",r,r.depth+1,i),...this.getOperationsItems(e,void 0,t,r.depth+1,i)];a.push(...n);continue}const o=this.getTagRelatedSchema({parser:e,tag:t,parent:r,schemaDefinitionsTagName:i.schemaDefinitionsTagName});r.items=[...o,...Qf.addMarkdownItems(t.description||"",r,r.depth+1,i),...this.getOperationsItems(e,r,t,r.depth+1,i)],a.push(r)}return i.sortTagsAlphabetically&&a.sort(Ia("name")),a}static getOperationsItems(e,t,n,r,i){if(0===n.operations.length)return[];const o=[];for(const s of n.operations){const n=new ap(e,s,t,i);n.depth=r,o.push(n)}return i.sortOperationsAlphabetically&&o.sort(Ia("name")),o}static getTagsWithOperations(e,t){const{spec:n}=e,r={},i=n["x-webhooks"]||n.webhooks;for(const e of t||[])r[e.name]=Kf(Gf({},e),{operations:[]});function o(e,t,n){for(const i of Object.keys(t)){const s=t[i],a=Object.keys(s).filter(Xs);for(const t of a){const a=s[t];if(s.$ref){const{resolved:t}=e.deref(s);o(e,{[i]:t},n);continue}let l=null==a?void 0:a.tags;l&&l.length||(l=[""]);for(const e of l){let o=r[e];void 0===o&&(o={name:e,operations:[]},r[e]=o),o["x-traitTag"]||o.operations.push(Kf(Gf({},a),{pathName:i,pointer:Ls.compile(["paths",i,t]),httpVerb:t,pathParameters:s.parameters||[],pathServers:s.servers,isWebhook:!!n}))}}}}return i&&o(e,i,!0),n.paths&&o(e,n.paths),r}static getTagRelatedSchema({parser:e,tag:t,parent:n,schemaDefinitionsTagName:r}){var i;const o=r?[r]:[];return Object.entries((null==(i=e.spec.components)?void 0:i.schemas)||{}).map(([e,r])=>{const i=r["x-tags"]||o;if(!(null==i?void 0:i.includes(t.name)))return null;const s=new Ff("schema",{name:e,"x-displayName":`${r.title||e}`,description:`<SchemaDefinition showWriteOnly={true} schemaRef="#/components/schemas/${e}" />`},n);return s.depth=n.depth+1,s}).filter(Boolean)}}var Xf=Object.defineProperty,Jf=Object.getOwnPropertyDescriptor,Zf=(e,t,n,r)=>{for(var i,o=r>1?void 0:r?Jf(t,n):t,s=e.length-1;s>=0;s--)(i=e[s])&&(o=(r?i(t,n,o):i(o))||o);return r&&o&&Xf(t,n,o),o};const eh="data-section-id";class th{constructor(e,t,n){this.scroll=t,this.history=n,this.activeItemIdx=-1,this.sideBarOpened=!1,this.updateOnScroll=e=>{const t=e?1:-1;let n=this.activeItemIdx;for(;(-1!==n||e)&&!(n>=this.flatItems.length-1&&e);){if(e){const e=this.getElementAtOrFirstChild(n+1);if(this.scroll.isElementBellow(e))break}else{const e=this.getElementAt(n);if(this.scroll.isElementAbove(e))break}n+=t}this.activate(this.flatItems[n],!0,!0)},this.updateOnHistory=(e=this.history.currentId)=>{if(!e)return;let t;t=this.flatItems.find(t=>t.id===e),t?this.activateAndScroll(t,!1):(e.startsWith(ya)&&(t=this.flatItems.find(e=>ya.startsWith(e.id)),this.activateAndScroll(t,!1)),this.scroll.scrollIntoViewBySelector(`[${eh}="${ui(e)}"]`))},this.getItemById=e=>this.flatItems.find(t=>t.id===e),on(this),this.items=e.contentItems,this.flatItems=function(e,t){const n=[],r=e=>{for(const i of e)n.push(i),i[t]&&r(i[t])};return r(e),n}(this.items||[],"items"),this.flatItems.forEach((e,t)=>e.absoluteIdx=t),this.subscribe()}static updateOnHistory(e=za.currentId,t){e&&t.scrollIntoViewBySelector(`[${eh}="${ui(e)}"]`)}subscribe(){this._unsubscribe=this.scroll.subscribe(this.updateOnScroll),this._hashUnsubscribe=this.history.subscribe(this.updateOnHistory)}toggleSidebar(){this.sideBarOpened=!this.sideBarOpened}closeSidebar(){this.sideBarOpened=!1}getElementAt(e){const t=this.flatItems[e];return t&&Xr(`[${eh}="${ui(t.id)}"]`)||null}getElementAtOrFirstChild(e){let t=this.flatItems[e];return t&&"group"===t.type&&(t=t.items[0]),t&&Xr(`[${eh}="${ui(t.id)}"]`)||null}get activeItem(){return this.flatItems[this.activeItemIdx]||void 0}activate(e,t=!0,n=!1){if((this.activeItem&&this.activeItem.id)!==(e&&e.id)&&(!e||"group"!==e.type)){if(this.deactivate(this.activeItem),!e)return this.activeItemIdx=-1,void this.history.replace("",n);e.depth<=0||(this.activeItemIdx=e.absoluteIdx,t&&this.history.replace(encodeURI(e.id),n),e.activate(),e.expand())}}deactivate(e){if(void 0!==e)for(e.deactivate();void 0!==e;)e.collapse(),e=e.parent}activateAndScroll(e,t,n){const r=e&&this.getItemById(e.id)||e;this.activate(r,t,n),this.scrollToActive(),r&&r.items.length||this.closeSidebar()}scrollToActive(){this.scroll.scrollIntoView(this.getElementAt(this.activeItemIdx))}dispose(){this._unsubscribe(),this._hashUnsubscribe()}}Zf([Ce],th.prototype,"activeItemIdx",2),Zf([Ce],th.prototype,"sideBarOpened",2),Zf([Ct],th.prototype,"toggleSidebar",1),Zf([Ct],th.prototype,"closeSidebar",1),Zf([Ct],th.prototype,"activate",1),Zf([Ct.bound],th.prototype,"activateAndScroll",1);var nh=Object.defineProperty,rh=Object.getOwnPropertyDescriptor;const ih="scroll";class oh{constructor(e){this.options=e,this._prevOffsetY=0,this._scrollParent=Qr?window:void 0,this._emiter=new Ts,this.bind()}bind(){this._prevOffsetY=this.scrollY(),this._scrollParent&&this._scrollParent.addEventListener("scroll",this.handleScroll)}dispose(){this._scrollParent&&this._scrollParent.removeEventListener("scroll",this.handleScroll),this._emiter.removeAllListeners(ih)}scrollY(){return"undefined"!=typeof HTMLElement&&this._scrollParent instanceof HTMLElement?this._scrollParent.scrollTop:void 0!==this._scrollParent?this._scrollParent.pageYOffset:0}isElementBellow(e){if(null!==e)return e.getBoundingClientRect().top>this.options.scrollYOffset()}isElementAbove(e){if(null===e)return;const t=e.getBoundingClientRect().top;return(t>0?Math.floor(t):Math.ceil(t))<=this.options.scrollYOffset()}subscribe(e){const t=this._emiter.addListener(ih,e);return()=>t.removeListener(ih,e)}scrollIntoView(e){null!==e&&(e.scrollIntoView(),this._scrollParent&&this._scrollParent.scrollBy&&this._scrollParent.scrollBy(0,1-this.options.scrollYOffset()))}scrollIntoViewBySelector(e){const t=Xr(e);this.scrollIntoView(t)}handleScroll(){const e=this.scrollY()-this._prevOffsetY>0;this._prevOffsetY=this.scrollY(),this._emiter.emit(ih,e)}}((e,t,n)=>{for(var r,i=rh(t,n),o=e.length-1;o>=0;o--)(r=e[o])&&(i=r(t,n,i)||i);i&&nh(t,n,i)})([js.bind,(e,t,n)=>{n.value=function(e){let t,n,r,i=null,o=0;const s=()=>{o=(new Date).getTime(),i=null,r=e.apply(t,n),i||(t=n=null)};return function(){const a=(new Date).getTime(),l=100-(a-o);return t=this,n=arguments,l<=0||l>100?(i&&(clearTimeout(i),i=null),o=a,r=e.apply(t,n),i||(t=n=null)):i||(i=setTimeout(s,l)),r}}(n.value)}],oh.prototype,"handleScroll");class sh{constructor(){this.searchWorker=function(){let e;if(Qr)try{e=r(3303)}catch(t){e=r(1714).default}else e=r(1714).default;return new e}()}indexItems(e){const t=e=>{e.forEach(e=>{"group"!==e.type&&this.add(e.name,(e.description||"").concat(" ",e.path||""),e.id),t(e.items)})};t(e),this.searchWorker.done()}add(e,t,n){this.searchWorker.add(e,t,n)}dispose(){this.searchWorker.terminate(),this.searchWorker.dispose()}search(e){return this.searchWorker.search(e)}toJS(){return e=this,t=function*(){return this.searchWorker.toJS()},new Promise((n,r)=>{var i=e=>{try{s(t.next(e))}catch(e){r(e)}},o=e=>{try{s(t.throw(e))}catch(e){r(e)}},s=e=>e.done?n(e.value):Promise.resolve(e.value).then(i,o);s((t=t.apply(e,null)).next())});var e,t}load(e){this.searchWorker.load(e)}fromExternalJS(e,t){e&&t&&this.searchWorker.fromExternalJS(e,t)}}var ah=Object.defineProperty,lh=Object.getOwnPropertySymbols,ch=Object.prototype.hasOwnProperty,uh=Object.prototype.propertyIsEnumerable,ph=(e,t,n)=>t in e?ah(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n;function dh(e){const{Label:t=yf,Dropdown:r=gf}=e;return 1===e.options.length?n.createElement(t,null,e.options[0].value):n.createElement(r,((e,t)=>{for(var n in t||(t={}))ch.call(t,n)&&ph(e,n,t[n]);if(lh)for(var n of lh(t))uh.call(t,n)&&ph(e,n,t[n]);return e})({},e))}function fh(e,t){(null==t||t>e.length)&&(t=e.length);for(var n=0,r=Array(t);n<t;n++)r[n]=e[n];return r}function hh(e,t){return function(e){if(Array.isArray(e))return e}(e)||function(e,t){var n=null==e?null:"undefined"!=typeof Symbol&&e[Symbol.iterator]||e["@@iterator"];if(null!=n){var r,i,o,s,a=[],l=!0,c=!1;try{if(o=(n=n.call(e)).next,0===t);else for(;!(l=(r=o.call(n)).done)&&(a.push(r.value),a.length!==t);l=!0);}catch(e){c=!0,i=e}finally{try{if(!l&&null!=n.return&&(s=n.return(),Object(s)!==s))return}finally{if(c)throw i}}return a}}(e,t)||function(e,t){if(e){if("string"==typeof e)return fh(e,t);var n={}.toString.call(e).slice(8,-1);return"Object"===n&&e.constructor&&(n=e.constructor.name),"Map"===n||"Set"===n?Array.from(e):"Arguments"===n||/^(?:Ui|I)nt(?:8|16|32)(?:Clamped)?Array$/.test(n)?fh(e,t):void 0}}(e,t)||function(){throw new TypeError("Invalid attempt to destructure non-iterable instance.\nIn order to be iterable, non-array objects must have a [Symbol.iterator]() method.")}()}const mh=Object.entries,gh=Object.setPrototypeOf,yh=Object.isFrozen,bh=Object.getPrototypeOf,vh=Object.getOwnPropertyDescriptor;let xh=Object.freeze,wh=Object.seal,kh=Object.create,Sh="undefined"!=typeof Reflect&&Reflect,Eh=Sh.apply,Oh=Sh.construct;xh||(xh=function(e){return e}),wh||(wh=function(e){return e}),Eh||(Eh=function(e,t){for(var n=arguments.length,r=new Array(n>2?n-2:0),i=2;i<n;i++)r[i-2]=arguments[i];return e.apply(t,r)}),Oh||(Oh=function(e){for(var t=arguments.length,n=new Array(t>1?t-1:0),r=1;r<t;r++)n[r-1]=arguments[r];return new e(...n)});const _h=Yh(Array.prototype.forEach),Ph=Yh(Array.prototype.lastIndexOf),$h=Yh(Array.prototype.pop),Ah=Yh(Array.prototype.push),Ch=Yh(Array.prototype.splice),jh=Array.isArray,Th=Yh(String.prototype.toLowerCase),Nh=Yh(String.prototype.toString),Ih=Yh(String.prototype.match),Rh=Yh(String.prototype.replace),Lh=Yh(String.prototype.indexOf),Dh=Yh(String.prototype.trim),Mh=Yh(Number.prototype.toString),zh=Yh(Boolean.prototype.toString),Fh="undefined"==typeof BigInt?null:Yh(BigInt.prototype.toString),Uh="undefined"==typeof Symbol?null:Yh(Symbol.prototype.toString),qh=Yh(Object.prototype.hasOwnProperty),Bh=Yh(Object.prototype.toString),Vh=Yh(RegExp.prototype.test),Wh=(Hh=TypeError,function(){for(var e=arguments.length,t=new Array(e),n=0;n<e;n++)t[n]=arguments[n];return Oh(Hh,t)});var Hh;function Yh(e){return function(t){t instanceof RegExp&&(t.lastIndex=0);for(var n=arguments.length,r=new Array(n>1?n-1:0),i=1;i<n;i++)r[i-1]=arguments[i];return Eh(e,t,r)}}function Gh(e,t){let n=arguments.length>2&&void 0!==arguments[2]?arguments[2]:Th;if(gh&&gh(e,null),!jh(t))return e;let r=t.length;for(;r--;){let i=t[r];if("string"==typeof i){const e=n(i);e!==i&&(yh(t)||(t[r]=e),i=e)}e[i]=!0}return e}function Kh(e){for(let t=0;t<e.length;t++)qh(e,t)||(e[t]=null);return e}function Qh(e){const t=kh(null);for(const r of mh(e)){var n=hh(r,2);const i=n[0],o=n[1];qh(e,i)&&(jh(o)?t[i]=Kh(o):o&&"object"==typeof o&&o.constructor===Object?t[i]=Qh(o):t[i]=o)}return t}function Xh(e,t){for(;null!==e;){const n=vh(e,t);if(n){if(n.get)return Yh(n.get);if("function"==typeof n.value)return Yh(n.value)}e=bh(e)}return function(){return null}}const Jh=xh(["a","abbr","acronym","address","area","article","aside","audio","b","bdi","bdo","big","blink","blockquote","body","br","button","canvas","caption","center","cite","code","col","colgroup","content","data","datalist","dd","decorator","del","details","dfn","dialog","dir","div","dl","dt","element","em","fieldset","figcaption","figure","font","footer","form","h1","h2","h3","h4","h5","h6","head","header","hgroup","hr","html","i","img","input","ins","kbd","label","legend","li","main","map","mark","marquee","menu","menuitem","meter","nav","nobr","ol","optgroup","option","output","p","picture","pre","progress","q","rp","rt","ruby","s","samp","search","section","select","shadow","slot","small","source","spacer","span","strike","strong","style","sub","summary","sup","table","tbody","td","template","textarea","tfoot","th","thead","time","tr","track","tt","u","ul","var","video","wbr"]),Zh=xh(["svg","a","altglyph","altglyphdef","altglyphitem","animatecolor","animatemotion","animatetransform","circle","clippath","defs","desc","ellipse","enterkeyhint","exportparts","filter","font","g","glyph","glyphref","hkern","image","inputmode","line","lineargradient","marker","mask","metadata","mpath","part","path","pattern","polygon","polyline","radialgradient","rect","stop","style","switch","symbol","text","textpath","title","tref","tspan","view","vkern"]),em=xh(["feBlend","feColorMatrix","feComponentTransfer","feComposite","feConvolveMatrix","feDiffuseLighting","feDisplacementMap","feDistantLight","feDropShadow","feFlood","feFuncA","feFuncB","feFuncG","feFuncR","feGaussianBlur","feImage","feMerge","feMergeNode","feMorphology","feOffset","fePointLight","feSpecularLighting","feSpotLight","feTile","feTurbulence"]),tm=xh(["animate","color-profile","cursor","discard","font-face","font-face-format","font-face-name","font-face-src","font-face-uri","foreignobject","hatch","hatchpath","mesh","meshgradient","meshpatch","meshrow","missing-glyph","script","set","solidcolor","unknown","use"]),nm=xh(["math","menclose","merror","mfenced","mfrac","mglyph","mi","mlabeledtr","mmultiscripts","mn","mo","mover","mpadded","mphantom","mroot","mrow","ms","mspace","msqrt","mstyle","msub","msup","msubsup","mtable","mtd","mtext","mtr","munder","munderover","mprescripts"]),rm=xh(["maction","maligngroup","malignmark","mlongdiv","mscarries","mscarry","msgroup","mstack","msline","msrow","semantics","annotation","annotation-xml","mprescripts","none"]),im=xh(["#text"]),om=xh(["accept","action","align","alt","autocapitalize","autocomplete","autopictureinpicture","autoplay","background","bgcolor","border","capture","cellpadding","cellspacing","checked","cite","class","clear","color","cols","colspan","command","commandfor","controls","controlslist","coords","crossorigin","datetime","decoding","default","dir","disabled","disablepictureinpicture","disableremoteplayback","download","draggable","enctype","enterkeyhint","exportparts","face","for","headers","height","hidden","high","href","hreflang","id","inert","inputmode","integrity","ismap","kind","label","lang","list","loading","loop","low","max","maxlength","media","method","min","minlength","multiple","muted","name","nonce","noshade","novalidate","nowrap","open","optimum","part","pattern","placeholder","playsinline","popover","popovertarget","popovertargetaction","poster","preload","pubdate","radiogroup","readonly","rel","required","rev","reversed","role","rows","rowspan","spellcheck","scope","selected","shape","size","sizes","slot","span","srclang","start","src","srcset","step","style","summary","tabindex","title","translate","type","usemap","valign","value","width","wrap","xmlns"]),sm=xh(["accent-height","accumulate","additive","alignment-baseline","amplitude","ascent","attributename","attributetype","azimuth","basefrequency","baseline-shift","begin","bias","by","class","clip","clippathunits","clip-path","clip-rule","color","color-interpolation","color-interpolation-filters","color-profile","color-rendering","cx","cy","d","dx","dy","diffuseconstant","direction","display","divisor","dominant-baseline","dur","edgemode","elevation","end","exponent","fill","fill-opacity","fill-rule","filter","filterunits","flood-color","flood-opacity","font-family","font-size","font-size-adjust","font-stretch","font-style","font-variant","font-weight","fx","fy","g1","g2","glyph-name","glyphref","gradientunits","gradienttransform","height","href","id","image-rendering","in","in2","intercept","k","k1","k2","k3","k4","kerning","keypoints","keysplines","keytimes","lang","lengthadjust","letter-spacing","kernelmatrix","kernelunitlength","lighting-color","local","marker-end","marker-mid","marker-start","markerheight","markerunits","markerwidth","maskcontentunits","maskunits","max","mask","mask-type","media","method","mode","min","name","numoctaves","offset","operator","opacity","order","orient","orientation","origin","overflow","paint-order","path","pathlength","patterncontentunits","patterntransform","patternunits","points","preservealpha","preserveaspectratio","primitiveunits","r","rx","ry","radius","refx","refy","repeatcount","repeatdur","restart","result","rotate","scale","seed","shape-rendering","slope","specularconstant","specularexponent","spreadmethod","startoffset","stddeviation","stitchtiles","stop-color","stop-opacity","stroke-dasharray","stroke-dashoffset","stroke-linecap","stroke-linejoin","stroke-miterlimit","stroke-opacity","stroke","stroke-width","style","surfacescale","systemlanguage","tabindex","tablevalues","targetx","targety","transform","transform-origin","text-anchor","text-decoration","text-orientation","text-rendering","textlength","type","u1","u2","unicode","values","viewbox","visibility","version","vert-adv-y","vert-origin-x","vert-origin-y","width","word-spacing","wrap","writing-mode","xchannelselector","ychannelselector","x","x1","x2","xmlns","y","y1","y2","z","zoomandpan"]),am=xh(["accent","accentunder","align","bevelled","close","columnalign","columnlines","columnspacing","columnspan","denomalign","depth","dir","display","displaystyle","encoding","fence","frame","height","href","id","largeop","length","linethickness","lquote","lspace","mathbackground","mathcolor","mathsize","mathvariant","maxsize","minsize","movablelimits","notation","numalign","open","rowalign","rowlines","rowspacing","rowspan","rspace","rquote","scriptlevel","scriptminsize","scriptsizemultiplier","selection","separator","separators","stretchy","subscriptshift","supscriptshift","symmetric","voffset","width","xmlns"]),lm=xh(["xlink:href","xml:id","xlink:title","xml:space","xmlns:xlink"]),cm=wh(/{{[\w\W]*|^[\w\W]*}}/g),um=wh(/<%[\w\W]*|^[\w\W]*%>/g),pm=wh(/\${[\w\W]*/g),dm=wh(/^data-[\-\w.\u00B7-\uFFFF]+$/),fm=wh(/^aria-[\-\w]+$/),hm=wh(/^(?:(?:(?:f|ht)tps?|mailto|tel|callto|sms|cid|xmpp|matrix):|[^a-z]|[a-z+.\-]+(?:[^a-z+.\-:]|$))/i),mm=wh(/^(?:\w+script|data):/i),gm=wh(/[\u0000-\u0020\u00A0\u1680\u180E\u2000-\u2029\u205F\u3000]/g),ym=wh(/^html$/i),bm=wh(/^[a-z][.\w]*(-[.\w]+)+$/i),vm=wh(/<[/\w!]/g),xm=wh(/<[/\w]/g),wm=wh(/<\/no(script|embed|frames)/i),km=wh(/\/>/i),Sm=function(){return"undefined"==typeof window?null:window},Em=function(e,t,n,r){return qh(e,t)&&jh(e[t])?Gh(r.base?Qh(r.base):{},e[t],r.transform):n};var Om=function e(){let t=arguments.length>0&&void 0!==arguments[0]?arguments[0]:Sm();const n=t=>e(t);if(n.version="3.4.13",n.removed=[],!t||!t.document||9!==t.document.nodeType||!t.Element)return n.isSupported=!1,n;let r=t.document;const i=r,o=i.currentScript;t.DocumentFragment;const s=t.HTMLTemplateElement,a=t.Node,l=t.Element,c=t.NodeFilter;void 0===t.NamedNodeMap&&(t.NamedNodeMap||t.MozNamedAttrMap),t.HTMLFormElement;const u=t.DOMParser,p=t.trustedTypes,d=l.prototype,f=Xh(d,"cloneNode"),h=Xh(d,"remove"),m=Xh(d,"nextSibling"),g=Xh(d,"childNodes"),y=Xh(d,"parentNode"),b=Xh(d,"shadowRoot"),v=Xh(d,"attributes"),x=a&&a.prototype?Xh(a.prototype,"nodeType"):null,w=a&&a.prototype?Xh(a.prototype,"nodeName"):null,k=a&&a.prototype?Xh(a.prototype,"ownerDocument"):null;if("function"==typeof s){const e=r.createElement("template");e.content&&e.content.ownerDocument&&(r=e.content.ownerDocument)}let S,E,O="",_=!1,P=0;const $=function(){if(P>0)throw Wh('A configured TRUSTED_TYPES_POLICY callback (createHTML or createScriptURL) must not call DOMPurify.sanitize, as that causes infinite recursion. Do not pass a policy whose callbacks wrap DOMPurify as TRUSTED_TYPES_POLICY; see the "DOMPurify and Trusted Types" section of the README.')},A=function(e){$(),P++;try{return S.createHTML(e)}finally{P--}},C=r,j=C.implementation,T=C.createNodeIterator,N=C.createDocumentFragment,I=C.getElementsByTagName,R=i.importNode;let L={afterSanitizeAttributes:[],afterSanitizeElements:[],afterSanitizeShadowDOM:[],beforeSanitizeAttributes:[],beforeSanitizeElements:[],beforeSanitizeShadowDOM:[],uponSanitizeAttribute:[],uponSanitizeElement:[],uponSanitizeShadowNode:[]};n.isSupported="function"==typeof mh&&"function"==typeof y&&j&&void 0!==j.createHTMLDocument;const D=cm,M=um,z=pm,F=dm,U=fm,q=mm,B=gm,V=bm;let W=hm,H=null;const Y=Gh({},[...Jh,...Zh,...em,...nm,...im]);let G=null;const K=Gh({},[...om,...sm,...am,...lm]);let Q=Object.seal(kh(null,{tagNameCheck:{writable:!0,configurable:!1,enumerable:!0,value:null},attributeNameCheck:{writable:!0,configurable:!1,enumerable:!0,value:null},allowCustomizedBuiltInElements:{writable:!0,configurable:!1,enumerable:!0,value:!1}})),X=null,J=null;const Z=Object.seal(kh(null,{tagCheck:{writable:!0,configurable:!1,enumerable:!0,value:null},attributeCheck:{writable:!0,configurable:!1,enumerable:!0,value:null}}));let ee=!0,te=!0,ne=!1,re=!0,ie=!1,oe=!0,se=!1,ae=!1,le=null,ce=null,ue=!1,pe=!1,de=!1,fe=!1,he=!0,me=!1;const ge="user-content-";let ye=!0,be=!1,ve={},xe=null;const we=Gh({},["annotation-xml","audio","colgroup","desc","foreignobject","head","iframe","math","mi","mn","mo","ms","mtext","noembed","noframes","noscript","plaintext","script","selectedcontent","style","svg","template","thead","title","video","xmp"]);let ke=null;const Se=Gh({},["audio","video","img","source","image","track"]);let Ee=null;const Oe=Gh({},["alt","class","for","id","label","name","pattern","placeholder","role","summary","title","value","style","xmlns"]),_e="http://www.w3.org/1998/Math/MathML",Pe="http://www.w3.org/2000/svg",$e="http://www.w3.org/1999/xhtml";let Ae=$e,Ce=!1,je=null;const Te=Gh({},[_e,Pe,$e],Nh),Ne=xh(["mi","mo","mn","ms","mtext"]);let Ie=Gh({},Ne);const Re=xh(["annotation-xml"]);let Le=Gh({},Re);const De=Gh({},["title","style","font","a","script"]);let Me=null;const ze=["application/xhtml+xml","text/html"];let Fe=null,Ue=null;const qe=r.createElement("form"),Be=function(e){return e instanceof RegExp||e instanceof Function},Ve=function(){let e=arguments.length>0&&void 0!==arguments[0]?arguments[0]:{};if(Ue&&Ue===e)return;e&&"object"==typeof e||(e={}),e=Qh(e),Me=-1===ze.indexOf(e.PARSER_MEDIA_TYPE)?"text/html":e.PARSER_MEDIA_TYPE,Fe="application/xhtml+xml"===Me?Nh:Th,H=Em(e,"ALLOWED_TAGS",Y,{transform:Fe}),G=Em(e,"ALLOWED_ATTR",K,{transform:Fe}),je=Em(e,"ALLOWED_NAMESPACES",Te,{transform:Nh}),Ee=Em(e,"ADD_URI_SAFE_ATTR",Oe,{transform:Fe,base:Oe}),ke=Em(e,"ADD_DATA_URI_TAGS",Se,{transform:Fe,base:Se}),xe=Em(e,"FORBID_CONTENTS",we,{transform:Fe}),X=Em(e,"FORBID_TAGS",Qh({}),{transform:Fe}),J=Em(e,"FORBID_ATTR",Qh({}),{transform:Fe}),ve=!!qh(e,"USE_PROFILES")&&(e.USE_PROFILES&&"object"==typeof e.USE_PROFILES?Qh(e.USE_PROFILES):e.USE_PROFILES),ee=!1!==e.ALLOW_ARIA_ATTR,te=!1!==e.ALLOW_DATA_ATTR,ne=e.ALLOW_UNKNOWN_PROTOCOLS||!1,re=!1!==e.ALLOW_SELF_CLOSE_IN_ATTR,ie=e.SAFE_FOR_TEMPLATES||!1,oe=!1!==e.SAFE_FOR_XML,se=e.WHOLE_DOCUMENT||!1,pe=e.RETURN_DOM||!1,de=e.RETURN_DOM_FRAGMENT||!1,fe=e.RETURN_TRUSTED_TYPE||!1,ue=e.FORCE_BODY||!1,he=!1!==e.SANITIZE_DOM,me=e.SANITIZE_NAMED_PROPS||!1,ye=!1!==e.KEEP_CONTENT,be=e.IN_PLACE||!1,W=function(e){try{return Vh(e,""),!0}catch(e){return!1}}(e.ALLOWED_URI_REGEXP)?e.ALLOWED_URI_REGEXP:hm,Ae="string"==typeof e.NAMESPACE?e.NAMESPACE:$e,Ie=qh(e,"MATHML_TEXT_INTEGRATION_POINTS")&&e.MATHML_TEXT_INTEGRATION_POINTS&&"object"==typeof e.MATHML_TEXT_INTEGRATION_POINTS?Qh(e.MATHML_TEXT_INTEGRATION_POINTS):Gh({},Ne),Le=qh(e,"HTML_INTEGRATION_POINTS")&&e.HTML_INTEGRATION_POINTS&&"object"==typeof e.HTML_INTEGRATION_POINTS?Qh(e.HTML_INTEGRATION_POINTS):Gh({},Re);const t=qh(e,"CUSTOM_ELEMENT_HANDLING")&&e.CUSTOM_ELEMENT_HANDLING&&"object"==typeof e.CUSTOM_ELEMENT_HANDLING?Qh(e.CUSTOM_ELEMENT_HANDLING):kh(null);if(Q=kh(null),qh(t,"tagNameCheck")&&Be(t.tagNameCheck)&&(Q.tagNameCheck=t.tagNameCheck),qh(t,"attributeNameCheck")&&Be(t.attributeNameCheck)&&(Q.attributeNameCheck=t.attributeNameCheck),qh(t,"allowCustomizedBuiltInElements")&&"boolean"==typeof t.allowCustomizedBuiltInElements&&(Q.allowCustomizedBuiltInElements=t.allowCustomizedBuiltInElements),wh(Q),ie&&(te=!1),de&&(pe=!0),ve&&(H=Gh({},im),G=kh(null),!0===ve.html&&(Gh(H,Jh),Gh(G,om)),!0===ve.svg&&(Gh(H,Zh),Gh(G,sm),Gh(G,lm)),!0===ve.svgFilters&&(Gh(H,em),Gh(G,sm),Gh(G,lm)),!0===ve.mathMl&&(Gh(H,nm),Gh(G,am),Gh(G,lm))),Z.tagCheck=null,Z.attributeCheck=null,qh(e,"ADD_TAGS")&&("function"==typeof e.ADD_TAGS?Z.tagCheck=e.ADD_TAGS:jh(e.ADD_TAGS)&&(H===Y&&(H=Qh(H)),Gh(H,e.ADD_TAGS,Fe))),qh(e,"ADD_ATTR")&&("function"==typeof e.ADD_ATTR?Z.attributeCheck=e.ADD_ATTR:jh(e.ADD_ATTR)&&(G===K&&(G=Qh(G)),Gh(G,e.ADD_ATTR,Fe))),qh(e,"ADD_URI_SAFE_ATTR")&&jh(e.ADD_URI_SAFE_ATTR)&&Gh(Ee,e.ADD_URI_SAFE_ATTR,Fe),qh(e,"FORBID_CONTENTS")&&jh(e.FORBID_CONTENTS)&&(xe===we&&(xe=Qh(xe)),Gh(xe,e.FORBID_CONTENTS,Fe)),qh(e,"ADD_FORBID_CONTENTS")&&jh(e.ADD_FORBID_CONTENTS)&&(xe===we&&(xe=Qh(xe)),Gh(xe,e.ADD_FORBID_CONTENTS,Fe)),ye&&(H["#text"]=!0),se&&Gh(H,["html","head","body"]),H.table&&(Gh(H,["tbody"]),delete X.tbody),e.TRUSTED_TYPES_POLICY){if("function"!=typeof e.TRUSTED_TYPES_POLICY.createHTML)throw Wh('TRUSTED_TYPES_POLICY configuration option must provide a "createHTML" hook.');if("function"!=typeof e.TRUSTED_TYPES_POLICY.createScriptURL)throw Wh('TRUSTED_TYPES_POLICY configuration option must provide a "createScriptURL" hook.');const t=S;S=e.TRUSTED_TYPES_POLICY;try{O=A("")}catch(e){throw S=t,e}}else null===e.TRUSTED_TYPES_POLICY?(S=void 0,O=""):(void 0===S&&(_||(E=function(e,t){if("object"!=typeof e||"function"!=typeof e.createPolicy)return null;let n=null;const r="data-tt-policy-suffix";t&&t.hasAttribute(r)&&(n=t.getAttribute(r));const i="dompurify"+(n?"#"+n:"");try{return e.createPolicy(i,{createHTML(e){return e},createScriptURL(e){return e}})}catch(e){return console.warn("TrustedTypes policy "+i+" could not be created."),null}}(p,o),_=!0),S=E),S&&"string"==typeof O&&(O=A("")));xh&&xh(e),Ue=e},We=Gh({},[...Zh,...em,...tm]),He=Gh({},[...nm,...rm]),Ye=function(e){Ah(n.removed,{element:e});try{y(e).removeChild(e)}catch(t){if(h(e),!y(e))throw Wh("a node selected for removal could not be detached from its tree and cannot be safely returned; refusing to sanitize in place")}},Ge=function(e){Xe(e);const t=g(e);if(t){const e=[];_h(t,t=>{Ah(e,t)}),_h(e,e=>{try{h(e)}catch(e){}})}const n=v(e);if(n)for(let t=n.length-1;t>=0;--t){const r=n[t],i=r&&r.name;if("string"==typeof i)try{e.removeAttribute(i)}catch(e){}}},Ke=function(e,t){try{Ah(n.removed,{attribute:t.getAttributeNode(e),from:t})}catch(e){Ah(n.removed,{attribute:null,from:t})}if(t.removeAttribute(e),"is"===e)if(pe||de)try{Ye(t)}catch(e){}else try{t.setAttribute(e,"")}catch(e){}},Qe=function(e){const t=v(e);if(t)for(let n=t.length-1;n>=0;--n){const r=t[n],i=r&&r.name;if("string"==typeof i&&!G[Fe(i)])try{e.removeAttribute(i)}catch(e){}}},Xe=function(e){const t=[e];for(;t.length>0;){const e=t.pop();1===(x?x(e):e.nodeType)&&Qe(e);const n=g(e);if(n)for(let e=n.length-1;e>=0;--e)t.push(n[e])}},Je=function(e){let t=null,n=null;if(ue)e="<remove></remove>"+e;else{const t=Ih(e,/^[\r\n\t ]+/);n=t&&t[0]}"application/xhtml+xml"===Me&&Ae===$e&&(e='<html xmlns="http://www.w3.org/1999/xhtml"><head></head><body>'+e+"</body></html>");const i=S?A(e):e;if(Ae===$e)try{t=(new u).parseFromString(i,Me)}catch(e){}if(!t||!t.documentElement){t=j.createDocument(Ae,"template",null);try{t.documentElement.innerHTML=Ce?O:i}catch(e){}}const o=t.body||t.documentElement;return e&&n&&o.insertBefore(r.createTextNode(n),o.childNodes[0]||null),Ae===$e?I.call(t,se?"html":"body")[0]:se?t.documentElement:o},Ze=function(e){const t=k?k(e):e.ownerDocument;return T.call(t||e,e,c.SHOW_ELEMENT|c.SHOW_COMMENT|c.SHOW_TEXT|c.SHOW_PROCESSING_INSTRUCTION|c.SHOW_CDATA_SECTION,null)},et=function(e){return e=Rh(e,D," "),e=Rh(e,M," "),Rh(e,z," ")},tt=function(e){var t;e.normalize();const n=k?k(e):e.ownerDocument,r=T.call(n||e,e,c.SHOW_TEXT|c.SHOW_COMMENT|c.SHOW_CDATA_SECTION|c.SHOW_PROCESSING_INSTRUCTION,null);let i=r.nextNode();for(;i;)i.data=et(i.data),i=r.nextNode();const o=null===(t=e.querySelectorAll)||void 0===t?void 0:t.call(e,"template");o&&_h(o,e=>{rt(e.content)&&tt(e.content)})},nt=function(e){const t=w?w(e):null;return"string"==typeof t&&"form"===Fe(t)&&("string"!=typeof e.nodeName||"string"!=typeof e.textContent||"function"!=typeof e.removeChild||e.attributes!==v(e)||"function"!=typeof e.removeAttribute||"function"!=typeof e.setAttribute||"string"!=typeof e.namespaceURI||"function"!=typeof e.insertBefore||"function"!=typeof e.hasChildNodes||e.nodeType!==x(e)||e.childNodes!==g(e))},rt=function(e){if(!x||"object"!=typeof e||null===e)return!1;try{return 11===x(e)}catch(e){return!1}},it=function(e){if(!x||"object"!=typeof e||null===e)return!1;try{return"number"==typeof x(e)}catch(e){return!1}};function ot(e,t,r){0!==e.length&&_h(e,e=>{e.call(n,t,r,Ue)})}const st=function(e,t,n,r){return 0===e.length?t:t===n||t===r?Qh(t):t},at=function(e,t){if(ot(L.beforeSanitizeElements,e,null),e!==t&&null===y(e))return be&&Xe(e),!0;if(nt(e))return Ye(e),!0;const r=Fe(w?w(e):e.nodeName);if(H=st(L.uponSanitizeElement,H,Y,le),ot(L.uponSanitizeElement,e,{tagName:r,allowedTags:H}),e!==t&&null===y(e))return be&&Xe(e),!0;if(function(e,t){return!!(oe&&e.hasChildNodes()&&!it(e.firstElementChild)&&Vh(vm,e.textContent)&&Vh(vm,e.innerHTML))||!(!oe||e.namespaceURI!==$e||"style"!==t||!it(e.firstElementChild))||7===e.nodeType||!(!oe||8!==e.nodeType||!Vh(xm,e.data))}(e,r))return Ye(e),!0;if(X[r]||!(Z.tagCheck instanceof Function&&Z.tagCheck(r))&&!H[r]){const n=function(e,t,n){if(!X[t]&&ut(t)){if(Q.tagNameCheck instanceof RegExp&&Vh(Q.tagNameCheck,t))return!1;if(Q.tagNameCheck instanceof Function&&Q.tagNameCheck(t))return!1}if(ye&&!xe[t]){const t=y(e),r=g(e);if(r&&t)for(let i=r.length-1;i>=0;--i){const o=e===n?f(r[i],!0):r[i];t.insertBefore(o,m(e))}}return Ye(e),!0}(e,r,t);return!1===n&&ot(L.afterSanitizeElements,e,null),n}if(1===(x?x(e):e.nodeType)&&!function(e){let t=y(e);t&&t.tagName||(t={namespaceURI:Ae,tagName:"template"});const n=Th(e.tagName),r=Th(t.tagName);return!!je[e.namespaceURI]&&(e.namespaceURI===Pe?function(e,t,n){return t.namespaceURI===$e?"svg"===e:t.namespaceURI===_e?"svg"===e&&("annotation-xml"===n||Ie[n]):Boolean(We[e])}(n,t,r):e.namespaceURI===_e?function(e,t,n){return t.namespaceURI===$e?"math"===e:t.namespaceURI===Pe?"math"===e&&Le[n]:Boolean(He[e])}(n,t,r):e.namespaceURI===$e?function(e,t,n){return!(t.namespaceURI===Pe&&!Le[n])&&!(t.namespaceURI===_e&&!Ie[n])&&!He[e]&&(De[e]||!We[e])}(n,t,r):!("application/xhtml+xml"!==Me||!je[e.namespaceURI]))}(e))return Ye(e),!0;if(("noscript"===r||"noembed"===r||"noframes"===r)&&Vh(wm,e.innerHTML))return Ye(e),!0;if(ie&&3===e.nodeType){const t=et(e.textContent);e.textContent!==t&&(Ah(n.removed,{element:e.cloneNode()}),e.textContent=t)}return ot(L.afterSanitizeElements,e,null),!1},lt=function(e,t,n){if(J[t])return!1;if(oe&&"patchsrc"===t)return!1;if(oe&&"for"===t&&"label"!==e&&"output"!==e)return!1;if(he&&("id"===t||"name"===t)&&(n in r||n in qe))return!1;const i=G[t]||Z.attributeCheck instanceof Function&&Z.attributeCheck(t,e);if(te&&Vh(F,t));else if(ee&&Vh(U,t));else if(i){if(Ee[t]);else if(Vh(W,Rh(n,B,"")));else if("src"!==t&&"xlink:href"!==t&&"href"!==t||"script"===e||0!==Lh(n,"data:")||!ke[e])if(ne&&!Vh(q,Rh(n,B,"")));else if(n)return!1}else if(!(ut(e)&&(Q.tagNameCheck instanceof RegExp&&Vh(Q.tagNameCheck,e)||Q.tagNameCheck instanceof Function&&Q.tagNameCheck(e))&&(Q.attributeNameCheck instanceof RegExp&&Vh(Q.attributeNameCheck,t)||Q.attributeNameCheck instanceof Function&&Q.attributeNameCheck(t,e))||"is"===t&&Q.allowCustomizedBuiltInElements&&(Q.tagNameCheck instanceof RegExp&&Vh(Q.tagNameCheck,n)||Q.tagNameCheck instanceof Function&&Q.tagNameCheck(n))))return!1;return!0},ct=Gh({},["annotation-xml","color-profile","font-face","font-face-format","font-face-name","font-face-src","font-face-uri","missing-glyph"]),ut=function(e){return!ct[Th(e)]&&Vh(V,e)},pt=function(e,t,n,r){if(S&&"object"==typeof p&&"function"==typeof p.getAttributeType&&!n)switch(p.getAttributeType(e,t)){case"TrustedHTML":return A(r);case"TrustedScriptURL":return function(e){$(),P++;try{return S.createScriptURL(e)}finally{P--}}(r)}return r},dt=function(e,t,r,i){try{r?e.setAttributeNS(r,t,i):e.setAttribute(t,i),nt(e)?Ye(e):$h(n.removed)}catch(n){Ke(t,e)}},ft=function(e){ot(L.beforeSanitizeAttributes,e,null);const t=e.attributes;if(!t||nt(e))return;G=st(L.uponSanitizeAttribute,G,K,ce);const n={attrName:"",attrValue:"",keepAttr:!0,allowedAttributes:G,forceKeepAttr:void 0};let r=t.length;const i=Fe(e.nodeName);for(;r--;){const o=t[r],s=o.name,a=o.namespaceURI,l=o.value,c=Fe(s),u=l;let p="value"===s?u:Dh(u);n.attrName=c,n.attrValue=p,n.keepAttr=!0,n.forceKeepAttr=void 0,ot(L.uponSanitizeAttribute,e,n),p=n.attrValue,!me||"id"!==c&&"name"!==c||0===Lh(p,ge)||(Ke(s,e),p=ge+p),oe&&Vh(/((--!?|])>)|<\/(style|script|title|xmp|textarea|noscript|iframe|noembed|noframes)/i,p)||"attributename"===c&&Ih(p,"href")?Ke(s,e):n.forceKeepAttr||(!n.keepAttr||!re&&Vh(km,p)?Ke(s,e):(ie&&(p=et(p)),lt(i,c,p)?(p=pt(i,c,a,p),p!==u&&dt(e,s,a,p)):Ke(s,e)))}ot(L.afterSanitizeAttributes,e,null)},ht=function(e){let t=null;const n=Ze(e);for(ot(L.beforeSanitizeShadowDOM,e,null);t=n.nextNode();)if(ot(L.uponSanitizeShadowNode,t,null),at(t,e),ft(t),rt(t.content)&&ht(t.content),1===(x?x(t):t.nodeType)){const e=b(t);rt(e)&&(mt(e),ht(e))}ot(L.afterSanitizeShadowDOM,e,null)},mt=function(e){const t=[{node:e,shadow:null}];for(;t.length>0;){const e=t.pop();if(e.shadow){ht(e.shadow);continue}const n=e.node,r=1===(x?x(n):n.nodeType),i=g(n);if(i)for(let e=i.length-1;e>=0;--e)t.push({node:i[e],shadow:null});if(r){const e=w?w(n):null;if("string"==typeof e&&"template"===Fe(e)){const e=n.content;rt(e)&&t.push({node:e,shadow:null})}}if(r){const e=b(n);rt(e)&&t.push({node:null,shadow:e},{node:e,shadow:null})}}};return n.sanitize=function(e){let t=arguments.length>1&&void 0!==arguments[1]?arguments[1]:{},r=null,o=null,s=null,a=null;if(Ce=!e,Ce&&(e="\x3c!--\x3e"),"string"!=typeof e&&!it(e)&&"string"!=typeof(e=function(e){switch(typeof e){case"string":return e;case"number":return Mh(e);case"boolean":return zh(e);case"bigint":return Fh?Fh(e):"0";case"symbol":return Uh?Uh(e):"Symbol()";case"undefined":default:return Bh(e);case"function":case"object":{if(null===e)return Bh(e);const t=e,n=Xh(t,"toString");if("function"==typeof n){const e=n(t);return"string"==typeof e?e:Bh(e)}return Bh(e)}}}(e)))throw Wh("dirty is not a string, aborting");if(!n.isSupported)return e;ae?(H=le,G=ce):Ve(t),(L.uponSanitizeElement.length>0||L.uponSanitizeAttribute.length>0)&&(H=Qh(H)),L.uponSanitizeAttribute.length>0&&(G=Qh(G)),n.removed=[];const l=be&&"string"!=typeof e&&it(e);if(l){!function(e){if(!oe)return;const t=[e];for(;t.length>0;){const e=t.pop(),n=x?x(e):e.nodeType;if(7===n||8===n&&Vh(xm,e.data)){try{h(e)}catch(e){}continue}if(1===n){const t=e,n=Fe(w?w(e):e.nodeName);try{t.hasAttribute&&t.hasAttribute("patchsrc")&&t.removeAttribute("patchsrc"),t.hasAttribute&&t.hasAttribute("for")&&"label"!==n&&"output"!==n&&t.removeAttribute("for")}catch(e){}}const r=g(e);if(r)for(let e=r.length-1;e>=0;--e)t.push(r[e])}}(e);const t=w?w(e):e.nodeName;if("string"==typeof t){const n=Fe(t);if(!H[n]||X[n])throw Ge(e),Wh("root node is forbidden and cannot be sanitized in-place")}if(nt(e))throw Ge(e),Wh("root node is clobbered and cannot be sanitized in-place");try{mt(e)}catch(t){throw Ge(e),t}}else if(it(e))r=Je("\x3c!----\x3e"),o=r.ownerDocument.importNode(e,!0),1===o.nodeType&&"BODY"===o.nodeName||"HTML"===o.nodeName?r=o:r.appendChild(o),mt(o);else{if(!pe&&!ie&&!se&&-1===e.indexOf("<"))return S&&fe?A(e):e;if(r=Je(e),!r)return pe?null:fe?O:""}r&&ue&&Ye(r.firstChild);const c=l?e:r;try{const e=Ze(c);for(;s=e.nextNode();)at(s,c),ft(s),rt(s.content)&&ht(s.content)}catch(t){throw l&&(Ge(e),_h(n.removed,e=>{e.element&&Xe(e.element)})),t}if(l)return _h(n.removed,e=>{e.element&&Xe(e.element)}),ie&&tt(e),e;if(pe){if(ie&&tt(r),de)for(a=N.call(r.ownerDocument);r.firstChild;)a.appendChild(r.firstChild);else a=r;return(G.shadowroot||G.shadowrootmode)&&(a=R.call(i,a,!0)),a}let u=se?r.outerHTML:r.innerHTML;return se&&H["!doctype"]&&r.ownerDocument&&r.ownerDocument.doctype&&r.ownerDocument.doctype.name&&Vh(ym,r.ownerDocument.doctype.name)&&(u="<!DOCTYPE "+r.ownerDocument.doctype.name+">\n"+u),ie&&(u=et(u)),S&&fe?A(u):u},n.setConfig=function(){Ve(arguments.length>0&&void 0!==arguments[0]?arguments[0]:{}),ae=!0,le=H,ce=G},n.clearConfig=function(){Ue=null,ae=!1,le=null,ce=null,S=E,O=""},n.isValidAttribute=function(e,t,n){Ue||Ve({});const r=Fe(e),i=Fe(t);return lt(r,i,n)},n.addHook=function(e,t){"function"==typeof t&&qh(L,e)&&Ah(L[e],t)},n.removeHook=function(e,t){if(qh(L,e)){if(void 0!==t){const n=Ph(L[e],t);return-1===n?void 0:Ch(L[e],n,1)[0]}return $h(L[e])}},n.removeHooks=function(e){qh(L,e)&&(L[e]=[])},n.removeAllHooks=function(){L={afterSanitizeAttributes:[],afterSanitizeElements:[],afterSanitizeShadowDOM:[],beforeSanitizeAttributes:[],beforeSanitizeElements:[],beforeSanitizeShadowDOM:[],uponSanitizeAttribute:[],uponSanitizeElement:[],uponSanitizeShadowNode:[]}},n}();const _m=ps`
  a {
    text-decoration: ${e=>e.theme.typography.links.textDecoration};
    color: ${e=>e.theme.typography.links.color};

    &:visited {
      color: ${e=>e.theme.typography.links.visited};
    }

    &:hover {
      color: ${e=>e.theme.typography.links.hover};
      text-decoration: ${e=>e.theme.typography.links.hoverTextDecoration};
    }
  }
`,Pm=gs(wd)`
  font-family: ${e=>e.theme.typography.fontFamily};
  font-weight: ${e=>e.theme.typography.fontWeightRegular};
  line-height: ${e=>e.theme.typography.lineHeight};

  p {
    &:last-child {
      margin-bottom: 0;
    }
  }

  ${({$compact:e})=>e&&"\n    p:first-child {\n      margin-top: 0;\n    }\n    p:last-child {\n      margin-bottom: 0;\n    }\n  "}

  ${({$inline:e})=>e&&" p {\n    display: inline-block;\n  }"}

  h1 {
    ${hp(1)};
    color: ${e=>e.theme.colors.primary.main};
    margin-top: 0;
  }

  h2 {
    ${hp(2)};
    color: ${e=>e.theme.colors.text.primary};
  }

  code {
    color: ${({theme:e})=>e.typography.code.color};
    background-color: ${({theme:e})=>e.typography.code.backgroundColor};

    font-family: ${e=>e.theme.typography.code.fontFamily};
    border-radius: 2px;
    border: 1px solid rgba(38, 50, 56, 0.1);
    padding: 0 ${({theme:e})=>e.spacing.unit}px;
    font-size: ${e=>e.theme.typography.code.fontSize};
    font-weight: ${({theme:e})=>e.typography.code.fontWeight};

    word-break: break-word;
  }

  pre {
    font-family: ${e=>e.theme.typography.code.fontFamily};
    white-space: ${({theme:e})=>e.typography.code.wrap?"pre-wrap":"pre"};
    background-color: ${({theme:e})=>e.codeBlock.backgroundColor};
    color: white;
    padding: ${e=>4*e.theme.spacing.unit}px;
    overflow-x: auto;
    line-height: normal;
    border-radius: 0;
    border: 1px solid rgba(38, 50, 56, 0.1);

    code {
      background-color: transparent;
      color: white;
      padding: 0;

      &:before,
      &:after {
        content: none;
      }
    }
  }

  blockquote {
    margin: 0;
    margin-bottom: 1em;
    padding: 0 15px;
    color: #777;
    border-left: 4px solid #ddd;
  }

  img {
    max-width: 100%;
    box-sizing: content-box;
  }

  ul,
  ol {
    padding-left: 2em;
    margin: 0;
    margin-bottom: 1em;

    ul,
    ol {
      margin-bottom: 0;
      margin-top: 0;
    }
  }

  table {
    display: block;
    width: 100%;
    overflow: auto;
    word-break: normal;
    word-break: keep-all;
    border-collapse: collapse;
    border-spacing: 0;
    margin-top: 1.5em;
    margin-bottom: 1.5em;
  }

  table tr {
    background-color: #fff;
    border-top: 1px solid #ccc;

    &:nth-child(2n) {
      background-color: ${({theme:e})=>e.schema.nestedBackground};
    }
  }

  table th,
  table td {
    padding: 6px 13px;
    border: 1px solid #ddd;
  }

  table th {
    text-align: left;
    font-weight: bold;
  }

  ${Ep(".share-link")};

  ${_m}

  ${ys("Markdown")};
`;var $m=Object.defineProperty,Am=Object.defineProperties,Cm=Object.getOwnPropertyDescriptors,jm=Object.getOwnPropertySymbols,Tm=Object.prototype.hasOwnProperty,Nm=Object.prototype.propertyIsEnumerable,Im=(e,t,n)=>t in e?$m(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n;const Rm=Om,Lm=cs(Pm)`
  display: inline;
`,Dm=(e,t)=>e?Rm.sanitize(t):t;function Mm(e){var t=e,{inline:r,compact:i}=t,o=((e,t)=>{var n={};for(var r in e)Tm.call(e,r)&&t.indexOf(r)<0&&(n[r]=e[r]);if(null!=e&&jm)for(var r of jm(e))t.indexOf(r)<0&&Nm.call(e,r)&&(n[r]=e[r]);return n})(t,["inline","compact"]);const s=r?Lm:Pm;return n.createElement(Ps,null,e=>n.createElement(s,((e,t)=>Am(e,Cm(t)))(((e,t)=>{for(var n in t||(t={}))Tm.call(t,n)&&Im(e,n,t[n]);if(jm)for(var n of jm(t))Nm.call(t,n)&&Im(e,n,t[n]);return e})({className:"redoc-markdown "+(o.className||""),dangerouslySetInnerHTML:{__html:Dm(e.sanitize,o.html)},"data-role":o["data-role"]},o),{$inline:r,$compact:i})))}class zm extends n.Component{render(){const{source:e,inline:t,compact:r,className:i,"data-role":o}=this.props,s=new Ll;return n.createElement(Mm,{html:s.renderMd(e),inline:t,compact:r,className:i,"data-role":o})}}const Fm=gs.div`
  position: relative;
`,Um=gs.div`
  position: absolute;
  min-width: 80px;
  max-width: 500px;
  background: #fff;
  bottom: 100%;
  left: 50%;
  margin-bottom: 10px;
  transform: translateX(-50%);

  border-radius: 4px;
  padding: 0.3em 0.6em;
  text-align: center;
  box-shadow: 0px 0px 5px 0px rgba(204, 204, 204, 1);
`,qm=gs.div`
  background: #fff;
  color: #000;
  display: inline;
  font-size: 0.85em;
  white-space: nowrap;
`,Bm=gs.div`
  position: absolute;
  width: 0;
  height: 0;
  bottom: -5px;
  left: 50%;
  margin-left: -5px;
  border-left: solid transparent 5px;
  border-right: solid transparent 5px;
  border-top: solid #fff 5px;
`,Vm=gs.div`
  position: absolute;
  width: 100%;
  height: 20px;
  bottom: -20px;
`;class Wm extends n.Component{render(){const{open:e,title:t,children:r}=this.props;return n.createElement(Fm,null,r,e&&n.createElement(Um,null,n.createElement(qm,null,t),n.createElement(Bm,null),n.createElement(Vm,null)))}}const Hm="undefined"!=typeof document&&document.queryCommandSupported&&document.queryCommandSupported("copy");class Ym{static isSupported(){return Hm}static selectElement(e){let t,n;document.body.createTextRange?(t=document.body.createTextRange(),t.moveToElementText(e),t.select()):document.createRange&&window.getSelection&&(n=window.getSelection(),t=document.createRange(),t.selectNodeContents(e),n.removeAllRanges(),n.addRange(t))}static deselect(){if(document.selection)document.selection.empty();else if(window.getSelection){const e=window.getSelection();e&&e.removeAllRanges()}}static copySelected(){let e;try{e=document.execCommand("copy")}catch(t){e=!1}return e}static copyElement(e){Ym.selectElement(e);const t=Ym.copySelected();return t&&Ym.deselect(),t}static copyCustom(e){const t=document.createElement("textarea");t.style.position="fixed",t.style.top="0",t.style.left="0",t.style.width="2em",t.style.height="2em",t.style.padding="0",t.style.border="none",t.style.outline="none",t.style.boxShadow="none",t.style.background="transparent",t.value=e,document.body.appendChild(t),t.select();const n=Ym.copySelected();return document.body.removeChild(t),n}}const Gm=e=>{const[t,r]=n.useState(!1),i=()=>{const t="string"==typeof e.data?e.data:JSON.stringify(e.data,null,2);Ym.copyCustom(t),o()},o=()=>{r(!0),setTimeout(()=>{r(!1)},1500)};return e.children({renderCopyButton:()=>n.createElement("button",{onClick:i},n.createElement(Wm,{title:Ym.isSupported()?"Copied":"Not supported in your browser",open:t},"Copy"))})};let Km=1;function Qm(e,t){Km=1;let n="";return n+='<div class="redoc-json">',n+="<code>",n+=tg(e,t),n+="</code>",n+="</div>",n}function Xm(e){return void 0!==e?e.toString().replace(/&/g,"&amp;").replace(/"/g,"&quot;").replace(/</g,"&lt;").replace(/>/g,"&gt;"):""}function Jm(e){return JSON.stringify(e).slice(1,-1)}function Zm(e,t){return'<span class="'+t+'">'+Xm(e)+"</span>"}function eg(e){return'<span class="token punctuation">'+e+"</span>"}function tg(e,t){const n=typeof e;let r="";return null==e?r+=Zm("null","token keyword"):e&&e.constructor===Array?(Km++,r+=function(e,t){const n=Km>t?"collapsed":"";let r=`<button class="collapser" aria-label="${Km>t+1?"expand":"collapse"}"></button>${eg("[")}<span class="ellipsis"></span><ul class="array collapsible">`,i=!1;const o=e.length;for(let s=0;s<o;s++)i=!0,r+='<li><div class="hoverable '+n+'">',r+=tg(e[s],t),s<o-1&&(r+=","),r+="</div></li>";return r+=`</ul>${eg("]")}`,i||(r=eg("[ ]")),r}(e,t),Km--):e&&e.constructor===Date?r+=Zm('"'+e.toISOString()+'"',"token string"):"object"===n?(Km++,r+=function(e,t){const n=Km>t?"collapsed":"",r=Object.keys(e),i=r.length;let o=`<button class="collapser" aria-label="${Km>t+1?"expand":"collapse"}"></button>${eg("{")}<span class="ellipsis"></span><ul class="obj collapsible">`,s=!1;for(let a=0;a<i;a++){const l=r[a];s=!0,o+='<li><div class="hoverable '+n+'">',o+='<span class="property token string">"'+Xm(l)+'"</span>: ',o+=tg(e[l],t),a<i-1&&(o+=eg(",")),o+="</div></li>"}return o+=`</ul>${eg("}")}`,s||(o=eg("{ }")),o}(e,t),Km--):"number"===n?r+=Zm(e,"token number"):"string"===n?/^(http|https):\/\/[^\s]+$/.test(e)?r+=Zm('"',"token string")+'<a href="'+encodeURI(e)+'">'+Xm(Jm(e))+"</a>"+Zm('"',"token string"):r+=Zm('"'+Jm(e)+'"',"token string"):"boolean"===n&&(r+=Zm(e,"token boolean")),r}const ng=ps`
  .redoc-json code > .collapser {
    display: none;
    pointer-events: none;
  }

  font-family: ${e=>e.theme.typography.code.fontFamily};
  font-size: ${e=>e.theme.typography.code.fontSize};

  white-space: ${({theme:e})=>e.typography.code.wrap?"pre-wrap":"pre"};
  contain: content;
  overflow-x: auto;

  .callback-function {
    color: gray;
  }

  .collapser:after {
    content: '-';
    cursor: pointer;
  }

  .collapsed > .collapser:after {
    content: '+';
    cursor: pointer;
  }

  .ellipsis:after {
    content: ' … ';
  }

  .collapsible {
    margin-left: 2em;
  }

  .hoverable {
    padding-top: 1px;
    padding-bottom: 1px;
    padding-left: 2px;
    padding-right: 2px;
    border-radius: 2px;
  }

  .hovered {
    background-color: rgba(235, 238, 249, 1);
  }

  .collapser {
    background-color: transparent;
    border: 0;
    color: #fff;
    font-family: ${e=>e.theme.typography.code.fontFamily};
    font-size: ${e=>e.theme.typography.code.fontSize};
    padding-right: 6px;
    padding-left: 6px;
    padding-top: 0;
    padding-bottom: 0;
    display: flex;
    align-items: center;
    justify-content: center;
    width: 15px;
    height: 15px;
    position: absolute;
    top: 4px;
    left: -1.5em;
    cursor: default;
    user-select: none;
    -webkit-user-select: none;
    padding: 2px;
    &:focus {
      outline-color: #fff;
      outline-style: dotted;
      outline-width: 1px;
    }
  }

  ul {
    list-style-type: none;
    padding: 0px;
    margin: 0px 0px 0px 26px;
  }

  li {
    position: relative;
    display: block;
  }

  .hoverable {
    display: inline-block;
  }

  .selected {
    outline-style: solid;
    outline-width: 1px;
    outline-style: dotted;
  }

  .collapsed > .collapsible {
    display: none;
  }

  .ellipsis {
    display: none;
  }

  .collapsed > .ellipsis {
    display: inherit;
  }
`,rg=gs.div`
  &:hover > ${kd} {
    opacity: 1;
  }
`,ig=gs(e=>{const[t,r]=n.useState(),i=({renderCopyButton:t})=>{const i=e.data&&Object.values(e.data).some(e=>"object"==typeof e&&null!==e);return n.createElement(rg,null,n.createElement(kd,null,t(),i&&n.createElement(n.Fragment,null,n.createElement("button",{onClick:o}," Expand all "),n.createElement("button",{onClick:s}," Collapse all "))),n.createElement(Os.Consumer,null,t=>n.createElement(wd,{tabIndex:0,className:e.className,ref:e=>r(e),dangerouslySetInnerHTML:{__html:Qm(e.data,t.jsonSamplesExpandLevel)}})))},o=()=>{const e=null==t?void 0:t.getElementsByClassName("collapsible");for(const t of Array.prototype.slice.call(e)){const e=t.parentNode;e.classList.remove("collapsed"),e.querySelector(".collapser").setAttribute("aria-label","collapse")}},s=()=>{const e=null==t?void 0:t.getElementsByClassName("collapsible"),n=Array.prototype.slice.call(e,1);for(const e of n){const t=e.parentNode;t.classList.add("collapsed"),t.querySelector(".collapser").setAttribute("aria-label","expand")}},a=e=>{let t;"collapser"===e.className&&(t=e.parentElement.getElementsByClassName("collapsible")[0],t.parentElement.classList.contains("collapsed")?(t.parentElement.classList.remove("collapsed"),e.setAttribute("aria-label","collapse")):(t.parentElement.classList.add("collapsed"),e.setAttribute("aria-label","expand")))},l=n.useCallback(e=>{a(e.target)},[]),c=n.useCallback(e=>{"Enter"===e.key&&a(e.target)},[]);return n.useEffect(()=>(null==t||t.addEventListener("click",l),null==t||t.addEventListener("focus",c),()=>{null==t||t.removeEventListener("click",l),null==t||t.removeEventListener("focus",c)}),[l,c,t]),n.createElement(Gm,{data:e.data},i)})`
  ${ng};
`,og=e=>{const{source:t,lang:r}=e;return n.createElement(Ed,{dangerouslySetInnerHTML:{__html:ka(t,r)}})},sg=e=>{const{source:t,lang:r}=e;return n.createElement(Gm,{data:t},({renderCopyButton:e})=>n.createElement(Sd,null,n.createElement(kd,null,e()),n.createElement(og,{lang:r,source:t})))};function ag({value:e,mimeType:t}){return ea(t)?n.createElement(ig,{data:e}):("object"==typeof e&&(e=JSON.stringify(e,null,2)),n.createElement(sg,{lang:(r=t,-1!==r.search(/xml/i)?"xml":-1!==r.search(/csv/i)?"csv":-1!==r.search(/plain/i)?"tex":"clike"),source:e}));var r}function lg({example:e,mimeType:t}){return void 0===e.value&&e.externalValueUrl?n.createElement(cg,{example:e,mimeType:t}):n.createElement(ag,{value:e.value,mimeType:t})}function cg({example:e,mimeType:t}){const r=function(e,t){const[,r]=(0,n.useState)(!0),i=(0,n.useRef)(void 0),o=(0,n.useRef)(void 0);return o.current!==e&&(i.current=void 0),o.current=e,(0,n.useEffect)(()=>{(()=>{return n=this,o=function*(){r(!0);try{i.current=yield e.getExternalValue(t)}catch(e){i.current=e}r(!1)},new Promise((e,t)=>{var r=e=>{try{s(o.next(e))}catch(e){t(e)}},i=e=>{try{s(o.throw(e))}catch(e){t(e)}},s=t=>t.done?e(t.value):Promise.resolve(t.value).then(r,i);s((o=o.apply(n,null)).next())});var n,o})()},[e,t]),i.current}(e,t);return void 0===r?n.createElement("span",null,"Loading..."):r instanceof Error?n.createElement(Ed,null,"Error loading external example: ",n.createElement("br",null),n.createElement("a",{className:"token string",href:e.externalValueUrl,target:"_blank",rel:"noopener noreferrer"},e.externalValueUrl)):n.createElement(ag,{value:r,mimeType:t})}const ug=gs.div`
  padding: 0.9em;
  background-color: ${({theme:e})=>Yr(.6,e.rightPanel.backgroundColor)};
  margin: 0 0 10px 0;
  display: block;
  font-family: ${({theme:e})=>e.typography.headings.fontFamily};
  font-size: 0.929em;
  line-height: 1.5em;
`,pg=gs.span`
  font-family: ${({theme:e})=>e.typography.headings.fontFamily};
  font-size: 12px;
  position: absolute;
  z-index: 1;
  top: -11px;
  left: 12px;
  font-weight: ${({theme:e})=>e.typography.fontWeightBold};
  color: ${({theme:e})=>Yr(.3,e.rightPanel.textColor)};
`,dg=gs.div`
  position: relative;
`,fg=gs(mf)`
  label {
    color: ${({theme:e})=>e.rightPanel.textColor};
    text-overflow: ellipsis;
    white-space: nowrap;
    overflow: hidden;
    font-size: 1em;
    text-transform: none;
    border: none;
  }
  margin: 0 0 10px 0;
  display: block;
  background-color: ${({theme:e})=>Yr(.6,e.rightPanel.backgroundColor)};
  border: none;
  padding: 0.9em 1.6em 0.9em 0.9em;
  box-shadow: none;
  &:hover,
  &:focus-within {
    border: none;
    box-shadow: none;
    background-color: ${({theme:e})=>Yr(.3,e.rightPanel.backgroundColor)};
  }
`,hg=gs.div`
  font-family: ${e=>e.theme.typography.code.fontFamily};
  font-size: 12px;
  color: #ee807f;
`;class mg extends n.Component{constructor(){super(...arguments),this.state={activeIdx:0},this.switchMedia=({idx:e})=>{void 0!==e&&this.setState({activeIdx:e})}}render(){const{activeIdx:e}=this.state,t=this.props.mediaType.examples||{},r=this.props.mediaType.name,i=n.createElement(hg,null,"No sample"),o=Object.keys(t);if(0===o.length)return i;if(o.length>1){const i=o.map((e,n)=>({value:t[e].summary||e,idx:n})),s=t[o[e]],a=s.description;return n.createElement(gg,null,n.createElement(dg,null,n.createElement(pg,null,"Example"),this.props.renderDropdown({value:i[e].value,options:i,onChange:this.switchMedia,ariaLabel:"Example"})),n.createElement("div",null,a&&n.createElement(zm,{source:a}),n.createElement(lg,{example:s,mimeType:r})))}{const e=t[o[0]];return n.createElement(gg,null,e.description&&n.createElement(zm,{source:e.description}),n.createElement(lg,{example:e,mimeType:r}))}}}const gg=gs.div`
  margin-top: 15px;
`;if(!n.useState)throw new Error("mobx-react-lite requires React with Hooks support");if(!on)throw new Error("mobx-react-lite@3 requires mobx at least version 6 to be available");var yg=r(961);function bg(e){e()}function vg(e){return Ft(Kn(e,t));var t}var xg,wg,kg=function(){function e(e){var t=this;Object.defineProperty(this,"finalize",{enumerable:!0,configurable:!0,writable:!0,value:e}),Object.defineProperty(this,"registrations",{enumerable:!0,configurable:!0,writable:!0,value:new Map}),Object.defineProperty(this,"sweepTimeout",{enumerable:!0,configurable:!0,writable:!0,value:void 0}),Object.defineProperty(this,"sweep",{enumerable:!0,configurable:!0,writable:!0,value:function(e){void 0===e&&(e=1e4),clearTimeout(t.sweepTimeout),t.sweepTimeout=void 0;var n=Date.now();t.registrations.forEach(function(r,i){n-r.registeredAt>=e&&(t.finalize(r.value),t.registrations.delete(i))}),t.registrations.size>0&&t.scheduleSweep()}}),Object.defineProperty(this,"finalizeAllImmediately",{enumerable:!0,configurable:!0,writable:!0,value:function(){t.sweep(0)}})}return Object.defineProperty(e.prototype,"register",{enumerable:!1,configurable:!0,writable:!0,value:function(e,t,n){this.registrations.set(n,{value:t,registeredAt:Date.now()}),this.scheduleSweep()}}),Object.defineProperty(e.prototype,"unregister",{enumerable:!1,configurable:!0,writable:!0,value:function(e){this.registrations.delete(e)}}),Object.defineProperty(e.prototype,"scheduleSweep",{enumerable:!1,configurable:!0,writable:!0,value:function(){void 0===this.sweepTimeout&&(this.sweepTimeout=setTimeout(this.sweep,1e4))}}),e}(),Sg=new("undefined"!=typeof FinalizationRegistry?FinalizationRegistry:kg)(function(e){var t;null===(t=e.reaction)||void 0===t||t.dispose(),e.reaction=null}),Eg=r(9888);function Og(e){e.reaction=new yt("observer".concat(e.name),function(){var t;e.stateVersion=Symbol(),null===(t=e.onStoreChange)||void 0===t||t.call(e)})}var _g="function"==typeof Symbol&&Symbol.for,Pg=null!==(wg=null===(xg=Object.getOwnPropertyDescriptor(function(){},"name"))||void 0===xg?void 0:xg.configurable)&&void 0!==wg&&wg,$g=_g?Symbol.for("react.forward_ref"):"function"==typeof n.forwardRef&&(0,n.forwardRef)(function(e){return null}).$$typeof,Ag=_g?Symbol.for("react.memo"):"function"==typeof n.memo&&(0,n.memo)(function(e){return null}).$$typeof;function Cg(e,t){var r;if(Ag&&e.$$typeof===Ag)throw new Error("[mobx-react-lite] You are trying to use `observer` on a function component wrapped in either another `observer` or `React.memo`. The observer already applies 'React.memo' for you.");var i=null!==(r=null==t?void 0:t.forwardRef)&&void 0!==r&&r,o=e,s=e.displayName||e.name;if($g&&e.$$typeof===$g&&(i=!0,"function"!=typeof(o=e.render)))throw new Error("[mobx-react-lite] `render` property of ForwardRef was not a function");var a,l,c=function(e,t){return function(e,t){void 0===t&&(t="observed");var r=n.useRef(null);if(!r.current){var i={reaction:null,onStoreChange:null,stateVersion:Symbol(),name:t,subscribe:function(e){return Sg.unregister(i),i.onStoreChange=e,i.reaction||(Og(i),i.stateVersion=Symbol()),function(){var e;i.onStoreChange=null,null===(e=i.reaction)||void 0===e||e.dispose(),i.reaction=null}},getSnapshot:function(){return i.stateVersion}};r.current=i}var o,s,a=r.current;if(a.reaction||(Og(a),Sg.register(r,a,a)),n.useDebugValue(a.reaction,vg),(0,Eg.useSyncExternalStore)(a.subscribe,a.getSnapshot,a.getSnapshot),a.reaction.track(function(){try{o=e()}catch(e){s=e}}),s)throw s;return o}(function(){return o(e,t)},s)};return c.displayName=e.displayName,Pg&&Object.defineProperty(c,"name",{value:e.name,writable:!0,configurable:!0}),e.contextTypes&&(c.contextTypes=e.contextTypes),i&&(c=(0,n.forwardRef)(c)),c=(0,n.memo)(c),a=e,l=c,Object.keys(a).forEach(function(e){jg[e]||Object.defineProperty(l,e,Object.getOwnPropertyDescriptor(a,e))}),c}var jg={$$typeof:!0,render:!0,compare:!0,type:!0,displayName:!0};function Tg(e,t){return e===t?0!==e||1/e==1/t:e!=e&&t!=t}!function(e){e||(e=bg),zt({reactionScheduler:e})}(yg.unstable_batchedUpdates),Sg.finalizeAllImmediately;var Ng=Symbol("patchMixins"),Ig=Symbol("patchedDefinition");function Rg(e,t){for(var n=this,r=arguments.length,i=new Array(r>2?r-2:0),o=2;o<r;o++)i[o-2]=arguments[o];t.locks++;try{var s;return null!=e&&(s=e.apply(this,i)),s}finally{t.locks--,0===t.locks&&t.methods.forEach(function(e){e.apply(n,i)})}}function Lg(e,t){return function(){for(var n=arguments.length,r=new Array(n),i=0;i<n;i++)r[i]=arguments[i];Rg.call.apply(Rg,[this,e,t].concat(r))}}function Dg(e,t,n){var r=function(e,t){var n=e[Ng]=e[Ng]||{},r=n[t]=n[t]||{};return r.locks=r.locks||0,r.methods=r.methods||[],r}(e,t);r.methods.indexOf(n)<0&&r.methods.push(n);var i=Object.getOwnPropertyDescriptor(e,t);if(!i||!i[Ig]){var o=e[t],s=Mg(e,t,i?i.enumerable:void 0,r,o);Object.defineProperty(e,t,s)}}function Mg(e,t,n,r,i){var o,s=Lg(i,r);return(o={})[Ig]=!0,o.get=function(){return s},o.set=function(i){if(this===e)s=Lg(i,r);else{var o=Mg(this,t,n,r,i);Object.defineProperty(this,t,o)}},o.configurable=!0,o.enumerable=n,o}var zg=Symbol("ObserverAdministration"),Fg=Symbol("isMobXReactObserver");function Ug(e){var t;return null!=(t=e[zg])?t:e[zg]={reaction:null,mounted:!1,reactionInvalidatedBeforeMount:!1,forceUpdate:null,name:qg(e.constructor),state:void 0,props:void 0,context:void 0}}function qg(e){return e.displayName||e.name||"<component>"}function Bg(e){var t=e.bind(this),n=Ug(this);return function(){n.reaction||(n.reaction=function(e){return new yt(e.name+".render()",function(){if(e.mounted)try{null==e.forceUpdate||e.forceUpdate()}catch(n){var t;null==(t=e.reaction)||t.dispose(),e.reaction=null}else e.reactionInvalidatedBeforeMount=!0})}(n),n.mounted||Sg.register(this,n,this));var e=void 0,r=void 0;if(n.reaction.track(function(){try{r=function(e,t){var n=Ue(e);try{return t()}finally{qe(n)}}(!1,t)}catch(t){e=t}}),e)throw e;return r}}function Vg(e,t){return this.state!==t||!function(e,t){if(Tg(e,t))return!0;if("object"!=typeof e||null===e||"object"!=typeof t||null===t)return!1;var n=Object.keys(e),r=Object.keys(t);if(n.length!==r.length)return!1;for(var i=0;i<n.length;i++)if(!Object.hasOwnProperty.call(t,n[i])||!Tg(e[n[i]],t[n[i]]))return!1;return!0}(this.props,e)}function Wg(e,t){if(t&&"class"!==t.kind)throw new Error("The @observer decorator can be used on classes only");return!0===e.isMobxInjector&&console.warn("Mobx observer: You are trying to use `observer` on a component that already has `inject`. Please apply `observer` before applying `inject`"),Object.prototype.isPrototypeOf.call(n.Component,e)||Object.prototype.isPrototypeOf.call(n.PureComponent,e)?function(e){var t=e.prototype;if(e[Fg]){var r=qg(e);throw new Error("The provided component class ("+r+") has already been declared as an observer component.")}if(e[Fg]=!0,t.componentWillReact)throw new Error("The componentWillReact life-cycle event is no longer supported");if(e.__proto__!==n.PureComponent)if(t.shouldComponentUpdate){if(t.shouldComponentUpdate!==Vg)throw new Error("It is not allowed to use shouldComponentUpdate in observer based components.")}else t.shouldComponentUpdate=Vg;var i=t.render;if("function"!=typeof i){var o=qg(e);throw new Error("[mobx-react] class component ("+o+") is missing `render` method.\n`observer` requires `render` being a function defined on prototype.\n`render = () => {}` or `render = function() {}` is not supported.")}t.render=function(){return Object.defineProperty(this,"render",{configurable:!1,writable:!1,value:Bg.call(this,i)}),this.render()};var s=t.componentDidMount;return t.componentDidMount=function(){var e=this,t=Ug(this);return t.mounted=!0,Sg.unregister(this),t.forceUpdate=function(){return e.forceUpdate()},t.reaction&&!t.reactionInvalidatedBeforeMount||t.forceUpdate(),null==s?void 0:s.apply(this,arguments)},Dg(t,"componentWillUnmount",function(){var e,t=Ug(this);null==(e=t.reaction)||e.dispose(),t.reaction=null,t.forceUpdate=null,t.mounted=!1,t.reactionInvalidatedBeforeMount=!1}),e}(e):Cg(e)}if(n.version.split(".")[0],!n.Component)throw new Error("mobx-react requires React to be available");if(!Ce)throw new Error("mobx-react requires mobx to be available");const Hg=gs(Ip)`
  &.deprecated {
    span.property-name {
      ${Cp}
    }
  }

  button {
    background-color: transparent;
    border: 0;
    outline: 0;
    font-size: 13px;
    font-family: ${e=>e.theme.typography.code.fontFamily};
    cursor: pointer;
    padding: 0;
    color: ${e=>e.theme.colors.text.primary};
    &:focus {
      font-weight: ${({theme:e})=>e.typography.fontWeightBold};
    }
    ${({kind:e})=>"patternProperties"===e&&ps`
        display: inline-flex;
        margin-right: 20px;

        > span.property-name {
          white-space: break-spaces;
          text-align: left;

          ::before,
          ::after {
            content: '/';
            filter: opacity(0.2);
          }
        }

        > svg {
          align-self: center;
        }
      `}
  }
  ${$p} {
    height: ${({theme:e})=>e.schema.arrow.size};
    width: ${({theme:e})=>e.schema.arrow.size};
    polygon {
      fill: ${({theme:e})=>e.schema.arrow.color};
    }
  }
`,Yg=gs.span`
  vertical-align: middle;
  font-size: ${({theme:e})=>e.typography.code.fontSize};
  line-height: 20px;
`,Gg=gs(Yg)`
  color: ${e=>Yr(.1,e.theme.schema.typeNameColor)};
`,Kg=gs(Yg)`
  color: ${e=>e.theme.schema.typeNameColor};
`,Qg=gs(Yg)`
  color: ${e=>e.theme.schema.typeTitleColor};
  word-break: break-word;
`,Xg=Kg,Jg=gs(Yg).attrs({as:"div"})`
  color: ${e=>e.theme.schema.requireLabelColor};
  font-size: ${e=>e.theme.schema.labelsTextSize};
  font-weight: normal;
  margin-left: 20px;
  line-height: 1;
`,Zg=gs(Jg)`
  color: ${e=>e.theme.colors.primary.light};
`,ey=gs(Yg)`
  color: ${({theme:e})=>e.colors.warning.dark};
  font-size: 13px;
`,ty=gs(Yg)`
  color: #0e7c86;
  font-family: ${e=>e.theme.typography.code.fontFamily};
  font-size: 12px;
  &::before,
  &::after {
    content: ' ';
  }
`,ny=gs(Yg)`
  border-radius: 2px;
  word-break: break-word;
  ${({theme:e})=>`\n    background-color: ${Yr(.95,e.colors.text.primary)};\n    color: ${Yr(.1,e.colors.text.primary)};\n\n    padding: 0 ${e.spacing.unit}px;\n    border: 1px solid ${Yr(.9,e.colors.text.primary)};\n    font-family: ${e.typography.code.fontFamily};\n}`};
  & + & {
    margin-left: 0;
  }
  ${ys("ExampleValue")};
`,ry=gs(ny)``,iy=gs(Yg)`
  border-radius: 2px;
  ${({theme:e})=>`\n    background-color: ${Yr(.95,e.colors.primary.light)};\n    color: ${Yr(.1,e.colors.primary.main)};\n\n    margin: 0 ${e.spacing.unit}px;\n    padding: 0 ${e.spacing.unit}px;\n    border: 1px solid ${Yr(.9,e.colors.primary.main)};\n}`};
  & + & {
    margin-left: 0;
  }
  ${ys("ConstraintItem")};
`,oy=gs.button`
  background-color: transparent;
  border: 0;
  color: ${({theme:e})=>e.colors.text.secondary};
  margin-left: ${({theme:e})=>e.spacing.unit}px;
  border-radius: 2px;
  cursor: pointer;
  outline-color: ${({theme:e})=>e.colors.text.secondary};
  font-size: 12px;
`;Object.defineProperty,Object.getOwnPropertyDescriptor;const sy=gs.div`
  ${_m};
  ${({$compact:e})=>e?"":"margin: 1em 0"}
`;let ay=class extends n.Component{render(){const{externalDocs:e}=this.props;return e&&e.url?n.createElement(sy,{$compact:this.props.compact},n.createElement("a",{href:e.url},e.description||e.url)):null}};ay=((e,t)=>{for(var n,r=t,i=e.length-1;i>=0;i--)(n=e[i])&&(r=n(r)||r);return r})([Wg],ay);const ly=gs(Pm)`
  table {
    margin-bottom: 0.2em;
  }
`;class cy extends n.PureComponent{constructor(e){super(e),this.state={collapsed:!0},this.toggle=this.toggle.bind(this)}toggle(){this.setState({collapsed:!this.state.collapsed})}render(){const{values:e,type:t}=this.props,{collapsed:r}=this.state,i=!Array.isArray(e),o=Array.isArray(e)&&e||Object.entries(e||{}).map(([e,t])=>({value:e,description:t})),{enumSkipQuotes:s,maxDisplayedEnumValues:a}=this.context;if(!o.length)return null;const l=this.state.collapsed&&a?o.slice(0,a):o,c=!!a&&o.length>a,u=a?r?`… ${o.length-a} more`:"Hide":"";return n.createElement("div",null,i?n.createElement(n.Fragment,null,n.createElement(ly,null,n.createElement("table",null,n.createElement("thead",null,n.createElement("tr",null,n.createElement("th",null,n.createElement(Yg,null,"array"===t?hi("enumArray"):""," ",1===o.length?hi("enumSingleValue"):hi("enum"))," "),n.createElement("th",null,n.createElement("strong",null,"Description")))),n.createElement("tbody",null,l.map(({description:e,value:t})=>n.createElement("tr",{key:t},n.createElement("td",null,t),n.createElement("td",null,n.createElement(zm,{source:e,compact:!0,inline:!0}))))))),c?n.createElement(uy,{onClick:this.toggle},u):null):n.createElement(n.Fragment,null,n.createElement(Yg,null,"array"===t?hi("enumArray"):""," ",1===e.length?hi("enumSingleValue"):hi("enum"),":")," ",l.map((e,t)=>{const r=s?String(e):JSON.stringify(e);return n.createElement(n.Fragment,{key:t},n.createElement(ny,null,r)," ")}),c?n.createElement(uy,{onClick:this.toggle},u):null))}}cy.contextType=Os;const uy=gs.span`
  color: ${e=>e.theme.colors.primary.main};
  vertical-align: middle;
  font-size: 13px;
  line-height: 20px;
  padding: 0 5px;
  cursor: pointer;
`,py=gs(Pm)`
  margin: 2px 0;
`;class dy extends n.PureComponent{render(){const e=this.props.extensions;return n.createElement(Os.Consumer,null,t=>n.createElement(n.Fragment,null,t.showExtensions&&Object.keys(e).map(t=>n.createElement(py,{key:t},n.createElement(Yg,null," ",t.substring(2),": ")," ",n.createElement(ry,null,"string"==typeof e[t]?e[t]:JSON.stringify(e[t]))))))}}function fy({field:e}){return e.examples?n.createElement(n.Fragment,null,n.createElement(Yg,null," ",hi("examples"),": "),pi(e.examples)?e.examples.map((t,r)=>{const i=oa(e,t),o=e.in?String(i):JSON.stringify(i);return n.createElement(n.Fragment,{key:r},n.createElement(ny,null,o)," ")}):n.createElement(hy,null,Object.values(e.examples).map((t,r)=>n.createElement("li",{key:r+t.value},n.createElement(ny,null,oa(e,t.value))," -"," ",t.summary||t.description)))):null}const hy=gs.ul`
  margin-top: 1em;
  list-style-position: outside;
`;class my extends n.PureComponent{render(){return 0===this.props.constraints.length?null:n.createElement("span",null," ",this.props.constraints.map(e=>n.createElement(iy,{key:e}," ",e," ")))}}const gy=n.memo(function({value:e,label:t,raw:r}){if(void 0===e)return null;const i=r?String(e):JSON.stringify(e);return n.createElement("div",null,n.createElement(Yg,null," ",t," ")," ",n.createElement(ny,null,i))});function yy(e){const t=e.schema.pattern,{hideSchemaPattern:r}=n.useContext(Os),[i,o]=n.useState(!1),s=n.useCallback(()=>o(!i),[i]);return!t||r?null:n.createElement(n.Fragment,null,n.createElement(ty,null,i||t.length<45?t:`${t.substr(0,45)}...`),t.length>45&&n.createElement(oy,{onClick:s},i?"Hide pattern":"Show pattern"))}function by({schema:e}){var t;const{hideSchemaPattern:r}=n.useContext(Os);return e&&((null==e?void 0:e.pattern)&&!r||e.items||e.displayFormat||(null==(t=e.constraints)?void 0:t.length))?n.createElement(vy,null,"[ items",e.displayFormat&&n.createElement(Xg,null," <",e.displayFormat," >"),n.createElement(my,{constraints:e.constraints}),n.createElement(yy,{schema:e}),e.items&&n.createElement(by,{schema:e.items})," ]"):null}const vy=gs(Gg)`
  margin: 0 5px;
  vertical-align: text-top;
`;var xy=Object.defineProperty,wy=Object.getOwnPropertySymbols,ky=Object.prototype.hasOwnProperty,Sy=Object.prototype.propertyIsEnumerable,Ey=(e,t,n)=>t in e?xy(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n,Oy=(e,t)=>{for(var n in t||(t={}))ky.call(t,n)&&Ey(e,n,t[n]);if(wy)for(var n of wy(t))Sy.call(t,n)&&Ey(e,n,t[n]);return e};const _y=Wg(e=>{const{enumSkipQuotes:t,hideSchemaTitles:r}=n.useContext(Os),{showExamples:i,field:o,renderDiscriminatorSwitch:s}=e,{schema:a,description:l,deprecated:c,extensions:u,in:p,const:d}=o,f="array"===a.type||pi(a.type)&&a.type.includes("array"),h=t||"header"===p,m=n.useMemo(()=>!i||void 0===o.example&&void 0===o.examples?null:void 0!==o.examples?n.createElement(fy,{field:o}):n.createElement(gy,{label:hi("example")+":",value:oa(o,o.example),raw:Boolean(o.in)}),[o,i]),g=si(a.default)&&o.in?oa(o,a.default).replace(`${o.name}=`,""):a.default;return n.createElement("div",null,n.createElement("div",null,n.createElement(Gg,null,a.typePrefix),n.createElement(Kg,null,a.displayType),a.displayFormat&&n.createElement(Xg,null," ","<",a.displayFormat,">"," "),a.contentEncoding&&n.createElement(Xg,null," ","<",a.contentEncoding,">"," "),a.contentMediaType&&n.createElement(Xg,null," ","<",a.contentMediaType,">"," "),a.title&&!r&&n.createElement(Qg,null," (",a.title,") "),n.createElement(my,{constraints:a.constraints}),n.createElement(yy,{schema:a}),a.isCircular&&n.createElement(ey,null," ",hi("recursive")," "),f&&a.items&&n.createElement(by,{schema:a.items})),c&&n.createElement("div",null,n.createElement(Ap,{type:"warning"}," ",hi("deprecated")," ")),n.createElement(gy,{raw:h,label:hi("default")+":",value:g}),!s&&n.createElement(cy,{type:a.type,values:a["x-enumDescriptions"]||a.enum})," ",m,n.createElement(dy,{extensions:Oy(Oy({},u),a.extensions)}),n.createElement("div",null,n.createElement(zm,{compact:!0,source:l})),a.externalDocs&&n.createElement(ay,{externalDocs:a.externalDocs,compact:!0}),s&&s(e)||null,d&&n.createElement(gy,{label:hi("const")+":",value:d})||null)}),Py=n.memo(_y);var $y=Object.defineProperty,Ay=(Object.getOwnPropertyDescriptor,Object.getOwnPropertySymbols),Cy=Object.prototype.hasOwnProperty,jy=Object.prototype.propertyIsEnumerable,Ty=(e,t,n)=>t in e?$y(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n;let Ny=class extends n.Component{constructor(){super(...arguments),this.toggle=()=>{void 0===this.props.field.expanded&&this.props.expandByDefault?this.props.field.collapse():this.props.field.toggle()},this.handleKeyPress=e=>{"Enter"===e.key&&(e.preventDefault(),this.toggle())}}render(){const{hidePropertiesPrefix:e}=this.context,{className:t="",field:r,isLast:i,expandByDefault:o,fieldParentsName:s=[]}=this.props,{name:a,deprecated:l,required:c,kind:u}=r,p=!r.schema.isPrimitive&&!r.schema.isCircular,d=void 0===r.expanded?o:r.expanded,f=n.createElement(n.Fragment,null,"additionalProperties"===u&&n.createElement(Zg,null,"additional property"),"patternProperties"===u&&n.createElement(Zg,null,"pattern property"),c&&n.createElement(Jg,null,"required")),h=p?n.createElement(Hg,{className:l?"deprecated":"",kind:u,title:a},n.createElement(Lp,null),n.createElement("button",{onClick:this.toggle,onKeyPress:this.handleKeyPress,"aria-label":`expand ${a}`},!e&&s.map(e=>e+".​"),n.createElement("span",{className:"property-name"},a),n.createElement($p,{direction:d?"down":"right"})),f):n.createElement(Ip,{className:l?"deprecated":void 0,kind:u,title:a},n.createElement(Lp,null),!e&&s.map(e=>e+".​"),n.createElement("span",{className:"property-name"},a),f);return n.createElement(n.Fragment,null,n.createElement("tr",{className:i?"last "+t:t},h,n.createElement(Rp,null,n.createElement(Py,((e,t)=>{for(var n in t||(t={}))Cy.call(t,n)&&Ty(e,n,t[n]);if(Ay)for(var n of Ay(t))jy.call(t,n)&&Ty(e,n,t[n]);return e})({},this.props)))),d&&p&&n.createElement("tr",{key:r.name+"inner"},n.createElement(Np,{colSpan:2},n.createElement(Dp,null,n.createElement(hb,{schema:r.schema,fieldParentsName:[...s||[],r.name],skipReadOnly:this.props.skipReadOnly,skipWriteOnly:this.props.skipWriteOnly,showTitle:this.props.showTitle,level:this.props.level})))))}};Ny.contextType=Os,Ny=((e,t)=>{for(var n,r=t,i=e.length-1;i>=0;i--)(n=e[i])&&(r=n(r)||r);return r})([Wg],Ny);Object.defineProperty,Object.getOwnPropertyDescriptor;let Iy=class extends n.Component{constructor(){super(...arguments),this.changeActiveChild=e=>{void 0!==e.idx&&this.props.parent.activateOneOf(e.idx)}}sortOptions(e,t){if(0===t.length)return;const n={};t.forEach((e,t)=>{n[e]=t}),e.sort((e,t)=>n[e.value]>n[t.value]?1:-1)}render(){const{parent:e,enumValues:t}=this.props;if(void 0===e.oneOf)return null;const r=e.oneOf.map((e,t)=>({value:e.title,idx:t})),i=r[e.activeOneOf].value;return this.sortOptions(r,t),n.createElement(mf,{value:i,options:r,onChange:this.changeActiveChild,ariaLabel:e.discriminatorProp})}};Iy=((e,t)=>{for(var n,r=t,i=e.length-1;i>=0;i--)(n=e[i])&&(r=n(r)||r);return r})([Wg],Iy);const Ry=Wg(({schema:{fields:e=[],title:t},showTitle:r,discriminator:i,skipReadOnly:o,skipWriteOnly:s,level:a,fieldParentsName:l})=>{const{expandSingleSchemaField:c,showObjectSchemaExamples:u,schemasExpansionLevel:p}=n.useContext(Os),d=n.useMemo(()=>o||s?e.filter(e=>!(o&&e.schema.readOnly||s&&e.schema.writeOnly)):e,[o,s,e]),f=c&&1===d.length||p>=a;return n.createElement(Mp,null,r&&n.createElement(jp,null,t),n.createElement("tbody",null,ti(d,(e,t)=>n.createElement(Ny,{key:e.name,isLast:t,field:e,expandByDefault:f,fieldParentsName:Number(a)>1?l:[],renderDiscriminatorSwitch:(null==i?void 0:i.fieldName)===e.name?()=>n.createElement(Iy,{parent:i.parentSchema,enumValues:e.schema.enum}):void 0,className:e.expanded?"expanded":void 0,showExamples:u,skipReadOnly:o,skipWriteOnly:s,showTitle:r,level:a}))))});var Ly=Object.defineProperty,Dy=Object.defineProperties,My=Object.getOwnPropertyDescriptors,zy=Object.getOwnPropertySymbols,Fy=Object.prototype.hasOwnProperty,Uy=Object.prototype.propertyIsEnumerable,qy=(e,t,n)=>t in e?Ly(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n,By=(e,t)=>{for(var n in t||(t={}))Fy.call(t,n)&&qy(e,n,t[n]);if(zy)for(var n of zy(t))Uy.call(t,n)&&qy(e,n,t[n]);return e},Vy=(e,t)=>Dy(e,My(t));const Wy=gs.div`
  padding-left: ${({theme:e})=>2*e.spacing.unit}px;
`;class Hy extends n.PureComponent{render(){const e=this.props.schema,t=e.items,r=this.props.fieldParentsName,i=void 0===e.minItems&&void 0===e.maxItems?"":`(${ua(e)})`,o=r?[...r.slice(0,-1),r[r.length-1]+"[]"]:r;return e.fields?n.createElement(Ry,Vy(By({},this.props),{level:this.props.level,fieldParentsName:o})):!e.displayType||t||i.length?n.createElement("div",null,n.createElement(qp,null," Array ",i),n.createElement(Wy,null,n.createElement(hb,Vy(By({},this.props),{schema:t,fieldParentsName:o}))),n.createElement(Bp,null)):n.createElement("div",null,n.createElement(Kg,null,e.displayType))}}var Yy=Object.defineProperty,Gy=Object.defineProperties,Ky=Object.getOwnPropertyDescriptor,Qy=Object.getOwnPropertyDescriptors,Xy=Object.getOwnPropertySymbols,Jy=Object.prototype.hasOwnProperty,Zy=Object.prototype.propertyIsEnumerable,eb=(e,t,n)=>t in e?Yy(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n,tb=(e,t,n,r)=>{for(var i,o=r>1?void 0:r?Ky(t,n):t,s=e.length-1;s>=0;s--)(i=e[s])&&(o=(r?i(t,n,o):i(o))||o);return r&&o&&Yy(t,n,o),o};let nb=class extends n.Component{constructor(){super(...arguments),this.activateOneOf=()=>{this.props.schema.activateOneOf(this.props.idx)}}render(){const{idx:e,schema:t,subSchema:r}=this.props;return n.createElement(Up,{$deprecated:r.deprecated,$active:e===t.activeOneOf,onClick:this.activateOneOf},r.title||r.typePrefix+r.displayType)}};nb=tb([Wg],nb);let rb=class extends n.Component{render(){const{schema:{oneOf:e},schema:t}=this.props;if(void 0===e)return null;const r=e[t.activeOneOf];return n.createElement("div",null,n.createElement(Fp,null," ",t.oneOfType," "),n.createElement(zp,null,e.map((e,r)=>n.createElement(nb,{key:e.pointer,schema:t,subSchema:e,idx:r}))),n.createElement("div",null,e[t.activeOneOf].deprecated&&n.createElement(Ap,{type:"warning"},"Deprecated")),n.createElement(my,{constraints:r.constraints}),n.createElement(hb,((e,t)=>Gy(e,Qy(t)))(((e,t)=>{for(var n in t||(t={}))Jy.call(t,n)&&eb(e,n,t[n]);if(Xy)for(var n of Xy(t))Zy.call(t,n)&&eb(e,n,t[n]);return e})({},this.props),{schema:r})))}};rb=tb([Wg],rb);const ib=Wg(({schema:e})=>n.createElement("div",null,n.createElement(Kg,null,e.displayType),e.title&&n.createElement(Qg,null," ",e.title," "),n.createElement(ey,null," ",hi("recursive")," ")));var ob=Object.defineProperty,sb=Object.defineProperties,ab=(Object.getOwnPropertyDescriptor,Object.getOwnPropertyDescriptors),lb=Object.getOwnPropertySymbols,cb=Object.prototype.hasOwnProperty,ub=Object.prototype.propertyIsEnumerable,pb=(e,t,n)=>t in e?ob(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n,db=(e,t)=>{for(var n in t||(t={}))cb.call(t,n)&&pb(e,n,t[n]);if(lb)for(var n of lb(t))ub.call(t,n)&&pb(e,n,t[n]);return e},fb=(e,t)=>sb(e,ab(t));let hb=class extends n.Component{render(){var e;const t=this.props,{schema:r}=t,i=((e,t)=>{var n={};for(var r in e)cb.call(e,r)&&t.indexOf(r)<0&&(n[r]=e[r]);if(null!=e&&lb)for(var r of lb(e))t.indexOf(r)<0&&ub.call(e,r)&&(n[r]=e[r]);return n})(t,["schema"]),o=(i.level||0)+1;if(!r)return n.createElement("em",null," Schema not provided ");const{type:s,oneOf:a,discriminatorProp:l,isCircular:c}=r;if(c)return n.createElement(ib,{schema:r});if(void 0!==l){if(!a||!a.length)return console.warn(`Looks like you are using discriminator wrong: you don't have any definition inherited from the ${r.title}`),null;const e=a[r.activeOneOf];return e.isCircular?n.createElement(ib,{schema:e}):n.createElement(Ry,fb(db({},i),{level:o,schema:e,discriminator:{fieldName:l,parentSchema:r}}))}if(void 0!==a)return n.createElement(rb,db({schema:r},i));const u=pi(s)?s:[s];if(u.includes("object")){if(null==(e=r.fields)?void 0:e.length)return n.createElement(Ry,fb(db({},this.props),{level:o}))}else if(u.includes("array"))return n.createElement(Hy,fb(db({},this.props),{level:o}));const p={schema:r,name:"",required:!1,description:r.description,externalDocs:r.externalDocs,deprecated:!1,toggle:()=>null,expanded:!1};return n.createElement("div",null,n.createElement(Py,{field:p}))}};hb=((e,t)=>{for(var n,r=t,i=e.length-1;i>=0;i--)(n=e[i])&&(r=n(r)||r);return r})([Wg],hb);var mb=Object.defineProperty,gb=Object.defineProperties,yb=Object.getOwnPropertyDescriptors,bb=Object.getOwnPropertySymbols,vb=Object.prototype.hasOwnProperty,xb=Object.prototype.propertyIsEnumerable,wb=(e,t,n)=>t in e?mb(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n;class kb extends n.PureComponent{constructor(){super(...arguments),this.renderDropdown=e=>{return n.createElement(dh,(t=((e,t)=>{for(var n in t||(t={}))vb.call(t,n)&&wb(e,n,t[n]);if(bb)for(var n of bb(t))xb.call(t,n)&&wb(e,n,t[n]);return e})({Label:yf,Dropdown:fg},e),gb(t,yb({variant:"dark"}))));var t}}static getMediaType(e,t){if(!e)return{};const n={schema:{$ref:e}};return t&&(n.examples={example:{$ref:t}}),n}get mediaModel(){const{parser:e,schemaRef:t,exampleRef:n,options:r}=this.props;return this._mediaModel||(this._mediaModel=new Fu(e,"json",!1,kb.getMediaType(t,n),r)),this._mediaModel}render(){const{showReadOnly:e=!0,showWriteOnly:t=!1,showExample:r=!0}=this.props;return n.createElement(cp,null,n.createElement(dp,null,n.createElement(lp,null,n.createElement(hb,{skipWriteOnly:!t,skipReadOnly:!e,schema:this.mediaModel.schema})),r&&n.createElement(pp,null,n.createElement(Sb,null,n.createElement(mg,{renderDropdown:this.renderDropdown,mediaType:this.mediaModel})))))}}const Sb=gs.div`
  background: ${({theme:e})=>e.codeBlock.backgroundColor};
  & > div,
  & > pre {
    padding: ${e=>4*e.theme.spacing.unit}px;
    margin: 0;
  }

  & > div > pre {
    padding: 0;
  }
`,Eb=(cs.div`
  background-color: #e4e7eb;
`,cs.ul`
  display: inline;
  list-style: none;
  padding: 0;

  li {
    display: inherit;

    &:after {
      content: ',';
    }
    &:last-child:after {
      content: none;
    }
  }
`,cs.code`
  font-size: ${e=>e.theme.typography.code.fontSize};
  font-family: ${e=>e.theme.typography.code.fontFamily};
  margin: 0 3px;
  padding: 0.2em;
  display: inline-block;
  line-height: 1;

  &:after {
    content: ',';
    font-weight: normal;
  }

  &:last-child:after {
    content: none;
  }
`),Ob=cs.span`
  &:after {
    content: ' and ';
    font-weight: normal;
  }

  &:last-child:after {
    content: none;
  }

  ${_m};
`,_b=cs.span`
  ${e=>!e.$expanded&&"white-space: nowrap;"}
  &:after {
    content: ' or ';
    ${e=>e.$expanded&&"content: ' or \\a';"}
    white-space: pre;
  }

  &:last-child:after,
  &:only-child:after {
    content: none;
  }

  ${_m};
`,Pb=cs.div`
  flex: 1 1 auto;
  cursor: pointer;
`,$b=cs.div`
  width: ${e=>e.theme.schema.defaultDetailsWidth};
  text-overflow: ellipsis;
  border-radius: 4px;
  overflow: hidden;
  ${e=>e.$expanded&&`background: ${e.theme.colors.gray[100]};\n     padding: 8px 9.6px;\n     margin: 20px 0;\n     width: 100%;\n    `};
  ${ms.lessThan("small")`
    margin-top: 10px;
  `}
`,Ab=cs(vp)`
  display: inline-block;
  margin: 0;
`,Cb=cs.div`
  width: 100%;
  display: flex;
  margin: 1em 0;
  flex-direction: ${e=>e.$expanded?"column":"row"};
  ${ms.lessThan("small")`
    flex-direction: column;
  `}
`,jb=cs.div`
  margin: 0.5em 0;
`,Tb=cs.div`
  border-bottom: 1px solid ${({theme:e})=>e.colors.border.dark};
  margin-bottom: 1.5em;
  padding-bottom: 0.7em;

  h5 {
    line-height: 1em;
    margin: 0 0 0.6em;
    font-size: ${({theme:e})=>e.typography.fontSize};
  }

  .redoc-markdown p:first-child {
    display: inline;
  }
`;function Nb({children:e,height:t}){const r=n.createRef(),[i,o]=n.useState(!1),[s,a]=n.useState(!1);return n.useEffect(()=>{r.current&&r.current.clientHeight+20<r.current.scrollHeight&&a(!0)},[r]),n.createElement(n.Fragment,null,n.createElement(Ib,{ref:r,className:i?"":"container",style:{height:i?"auto":t}},e),n.createElement(Rb,{$dimmed:!i},s&&n.createElement(Lb,{onClick:()=>{o(!i)}},i?"See less":"See more")))}const Ib=cs.div`
  overflow-y: hidden;
`,Rb=cs.div`
  text-align: center;
  line-height: 1.5em;
  ${({$dimmed:e})=>e&&"background-image: linear-gradient(to bottom, transparent,rgb(255 255 255));\n     position: relative;\n     top: -0.5em;\n     padding-top: 0.5em;\n     background-position-y: -1em;\n    "}
`,Lb=cs.a`
  cursor: pointer;
`,Db=n.memo(function(e){const{type:t,flow:r,RequiredScopes:i}=e,o=Object.keys((null==r?void 0:r.scopes)||{});return n.createElement(n.Fragment,null,n.createElement(jb,null,n.createElement("b",null,"Flow type: "),n.createElement("code",null,t," ")),("implicit"===t||"authorizationCode"===t)&&n.createElement(jb,null,n.createElement("strong",null," Authorization URL: "),n.createElement("code",null,n.createElement("a",{target:"_blank",rel:"noopener noreferrer",href:r.authorizationUrl},r.authorizationUrl))),("password"===t||"clientCredentials"===t||"authorizationCode"===t)&&n.createElement(jb,null,n.createElement("b",null," Token URL: "),n.createElement("code",null,r.tokenUrl)),r.refreshUrl&&n.createElement(jb,null,n.createElement("strong",null," Refresh URL: "),n.createElement("code",null,r.refreshUrl)),!!o.length&&n.createElement(n.Fragment,null,i||null,n.createElement(jb,null,n.createElement("b",null," Scopes: ")),n.createElement(Nb,{height:"4em"},n.createElement("ul",null,o.map(e=>n.createElement("li",{key:e},n.createElement("code",null,e)," -"," ",n.createElement(zm,{className:"redoc-markdown",inline:!0,source:r.scopes[e]||""})))))))});function Mb(e){const{RequiredScopes:t,scheme:r}=e;return n.createElement(Pm,null,r.apiKey?n.createElement(n.Fragment,null,n.createElement(jb,null,n.createElement("b",null,(i=r.apiKey.in||"").charAt(0).toUpperCase()+i.slice(1)," parameter name: "),n.createElement("code",null,r.apiKey.name)),t):r.http?n.createElement(n.Fragment,null,n.createElement(jb,null,n.createElement("b",null,"HTTP Authorization Scheme: "),n.createElement("code",null,r.http.scheme)),n.createElement(jb,null,"bearer"===r.http.scheme&&r.http.bearerFormat&&n.createElement(n.Fragment,null,n.createElement("b",null,"Bearer format: "),n.createElement("code",null,r.http.bearerFormat))),t):r.openId?n.createElement(n.Fragment,null,n.createElement(jb,null,n.createElement("b",null,"Connect URL: "),n.createElement("code",null,n.createElement("a",{target:"_blank",rel:"noopener noreferrer",href:r.openId.connectUrl},r.openId.connectUrl))),t):r.flows?Object.keys(r.flows).map(e=>n.createElement(Db,{key:e,type:e,RequiredScopes:t,flow:r.flows[e]})):null);var i}const zb={oauth2:"OAuth2",apiKey:"API Key",http:"HTTP",openIdConnect:"OpenID Connect"};class Fb extends n.PureComponent{render(){return this.props.securitySchemes.schemes.map(e=>n.createElement(cp,{id:e.sectionId,key:e.id},n.createElement(dp,null,n.createElement(lp,null,n.createElement(gp,null,n.createElement(_p,{to:e.sectionId}),e.displayName),n.createElement(zm,{source:e.description||""}),n.createElement(Tb,null,n.createElement(jb,null,n.createElement("b",null,"Security Scheme Type: "),n.createElement("span",null,zb[e.type]||e.type)),n.createElement(Mb,{scheme:e}))))))}}class Ub{constructor(e,t,n={},r=!0){var i,o,s,a;this.marker=new Ua,this.disposer=null,this.rawOptions=n,this.options=new _i(n,qb),this.scroll=new oh(this.options),th.updateOnHistory(za.currentId,this.scroll),this.spec=new Lf(e,t,this.options),this.menu=new th(this.spec,this.scroll,za),this.options.disableSearch||(this.search=new sh,r&&this.search.indexItems(this.menu.items),this.disposer=(i=this.menu,o="activeItemIdx",x(s=e=>{this.updateMarkOnMenu(e.newValue)})?function(e,t,n,r){return Qn(e,t).observe_(n,r)}(i,o,s,a):function(e,t,n){return Qn(e).observe_(t,n)}(i,o,s)))}static fromJS(e){const t=new Ub(e.spec.data,e.spec.url,e.options,!1);return t.menu.activeItemIdx=e.menu.activeItemIdx||0,t.menu.activate(t.menu.flatItems[t.menu.activeItemIdx]),t.options.disableSearch||t.search.load(e.searchIndex),t}onDidMount(){this.menu.updateOnHistory(),this.updateMarkOnMenu(this.menu.activeItemIdx)}dispose(){this.scroll.dispose(),this.menu.dispose(),this.search&&this.search.dispose(),null!=this.disposer&&this.disposer()}toJS(){return e=this,t=null,n=function*(){return{menu:{activeItemIdx:this.menu.activeItemIdx},spec:{url:this.spec.parser.specUrl,data:this.spec.parser.spec},searchIndex:this.search?yield this.search.toJS():void 0,options:this.rawOptions}},new Promise((r,i)=>{var o=e=>{try{a(n.next(e))}catch(e){i(e)}},s=e=>{try{a(n.throw(e))}catch(e){i(e)}},a=e=>e.done?r(e.value):Promise.resolve(e.value).then(o,s);a((n=n.apply(e,t)).next())});var e,t,n}updateMarkOnMenu(e){const t=Math.max(0,e),n=Math.min(this.menu.flatItems.length,t+5),r=[];for(let e=t;e<n;e++){const t=this.menu.getElementAt(e);t&&r.push(t)}if(-1===e&&Qr){const e=document.querySelector('[data-role="redoc-description"]'),t=document.querySelector('[data-role="redoc-summary"]');e&&r.push(e),t&&r.push(t)}this.marker.addOnly(r),this.marker.mark()}}const qb={allowedMdComponents:{[ha]:{component:Fb,propsSelector:e=>({securitySchemes:e.spec.securitySchemes})},[ma]:{component:Fb,propsSelector:e=>({securitySchemes:e.spec.securitySchemes})},[ga]:{component:kb,propsSelector:e=>({parser:e.spec.parser,options:e.options})}}},Bb=gs(mp)`
  margin-top: 0;
  margin-bottom: 0.5em;

  ${ys("ApiHeader")};
`,Vb=gs.a`
  border: 1px solid ${e=>e.theme.colors.primary.main};
  color: ${e=>e.theme.colors.primary.main};
  font-weight: normal;
  margin-left: 0.5em;
  padding: 4px 8px 4px;
  display: inline-block;
  text-decoration: none;
  cursor: pointer;

  ${ys("DownloadButton")};
`,Wb=gs.span`
  &::before {
    content: '|';
    display: inline-block;
    opacity: 0.5;
    width: ${15}px;
    text-align: center;
  }

  &:last-child::after {
    display: none;
  }
`,Hb=gs.div`
  overflow: hidden;
`,Yb=gs.div`
  display: flex;
  flex-wrap: wrap;
  // hide separator on new lines: idea from https://stackoverflow.com/a/31732902/1749888
  margin-left: -${15}px;
`;Object.defineProperty,Object.getOwnPropertyDescriptor;let Gb=class extends n.Component{render(){const{store:e}=this.props,{info:t,externalDocs:r}=e.spec,i=e.options.hideDownloadButtons,o=t.downloadUrls,s=t.downloadFileName,a=t.license&&n.createElement(Wb,null,"License:"," ",t.license.identifier?t.license.identifier:n.createElement("a",{href:t.license.url},t.license.name))||null,l=t.contact&&t.contact.url&&n.createElement(Wb,null,"URL: ",n.createElement("a",{href:t.contact.url},t.contact.url))||null,c=t.contact&&t.contact.email&&n.createElement(Wb,null,t.contact.name||"E-mail",":"," ",n.createElement("a",{href:"mailto:"+t.contact.email},t.contact.email))||null,u=t.termsOfService&&n.createElement(Wb,null,n.createElement("a",{href:t.termsOfService},"Terms of Service"))||null,p=t.version&&n.createElement("span",null,"(",t.version,")")||null;return n.createElement(cp,null,n.createElement(dp,null,n.createElement(lp,{className:"api-info"},n.createElement(Bb,null,t.title," ",p),!i&&n.createElement("p",null,hi("downloadSpecification"),":",null==o?void 0:o.map(({title:e,url:t})=>n.createElement(Vb,{download:s||!0,target:"_blank",href:t,rel:"noreferrer",key:t},e))),n.createElement(Pm,null,(t.license||t.contact||t.termsOfService)&&n.createElement(Hb,null,n.createElement(Yb,null,c," ",l," ",a," ",u))||null),n.createElement(zm,{source:e.spec.info.summary,"data-role":"redoc-summary"}),n.createElement(zm,{source:e.spec.info.description,"data-role":"redoc-description"}),r&&n.createElement(ay,{externalDocs:r}))))}};Gb=((e,t)=>{for(var n,r=t,i=e.length-1;i>=0;i--)(n=e[i])&&(r=n(r)||r);return r})([Wg],Gb);const Kb=gs.img`
  max-height: ${e=>e.theme.logo.maxHeight};
  max-width: ${e=>e.theme.logo.maxWidth};
  padding: ${e=>e.theme.logo.gutter};
  width: 100%;
  display: block;
`,Qb=gs.div`
  text-align: center;
`,Xb=gs.a`
  display: inline-block;
`;Object.defineProperty,Object.getOwnPropertyDescriptor;let Jb=class extends n.Component{render(){const{info:e}=this.props,t=e["x-logo"];if(!t||!t.url)return null;const r=t.href||e.contact&&e.contact.url,i=t.altText?t.altText:"logo",o=n.createElement(Kb,{src:t.url,alt:i});return n.createElement(Qb,{style:{backgroundColor:t.backgroundColor}},r?(s=r,e=>n.createElement(Xb,{href:s},e))(o):o);var s}};Jb=((e,t)=>{for(var n,r=t,i=e.length-1;i>=0;i--)(n=e[i])&&(r=n(r)||r);return r})([Wg],Jb);var Zb=Object.defineProperty,ev=Object.getOwnPropertySymbols,tv=Object.prototype.hasOwnProperty,nv=Object.prototype.propertyIsEnumerable,rv=(e,t,n)=>t in e?Zb(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n,iv=(e,t)=>{for(var n in t||(t={}))tv.call(t,n)&&rv(e,n,t[n]);if(ev)for(var n of ev(t))nv.call(t,n)&&rv(e,n,t[n]);return e};class ov extends n.Component{render(){return n.createElement(Ps,null,e=>n.createElement(kp,null,t=>this.renderWithOptionsAndStore(e,t)))}renderWithOptionsAndStore(e,t){const{source:r,htmlWrap:i=e=>e}=this.props;if(!t)throw new Error("When using components in markdown, store prop must be provided");const o=new Ll(e,this.props.parentId).renderMdWithComponents(r);return o.length?o.map((e,r)=>{if("string"==typeof e)return n.cloneElement(i(n.createElement(Mm,{html:e,inline:!1,compact:!1})),{key:r});const o=e.component;return n.createElement(o,iv({key:r},iv(iv({},e.props),e.propsSelector(t))))}):null}}var sv=r(2485);const av=gs.span.attrs(e=>({className:`operation-type ${e.type}`}))`
  width: 9ex;
  display: inline-block;
  height: ${e=>e.theme.typography.code.fontSize};
  line-height: ${e=>e.theme.typography.code.fontSize};
  background-color: ${e=>e.color||"#333"};
  border-radius: 3px;
  background-repeat: no-repeat;
  background-position: 6px 4px;
  font-size: 7px;
  font-family: Verdana, sans-serif; // web-safe
  color: white;
  text-transform: uppercase;
  text-align: center;
  font-weight: bold;
  vertical-align: middle;
  margin-right: 6px;
  margin-top: 2px;

  &.get {
    background-color: ${({theme:e})=>e.colors.http.get};
  }

  &.post {
    background-color: ${({theme:e})=>e.colors.http.post};
  }

  &.put {
    background-color: ${({theme:e})=>e.colors.http.put};
  }

  &.options {
    background-color: ${({theme:e})=>e.colors.http.options};
  }

  &.patch {
    background-color: ${({theme:e})=>e.colors.http.patch};
  }

  &.delete {
    background-color: ${({theme:e})=>e.colors.http.delete};
  }

  &.basic {
    background-color: ${({theme:e})=>e.colors.http.basic};
  }

  &.link {
    background-color: ${({theme:e})=>e.colors.http.link};
  }

  &.head {
    background-color: ${({theme:e})=>e.colors.http.head};
  }

  &.hook {
    background-color: ${({theme:e})=>e.colors.primary.main};
  }

  &.schema {
    background-color: ${({theme:e})=>e.colors.http.basic};
  }
`;function lv(e,{theme:t},n){return e>1?t.sidebar.level1Items[n]:1===e?t.sidebar.groupItems[n]:""}const cv=gs.ul`
  margin: 0;
  padding: 0;

  &:first-child {
    padding-bottom: 32px;
  }

  & & {
    font-size: 0.929em;
  }

  ${e=>e.$expanded?"":"display: none;"};
`,uv=gs.li`
  list-style: none inside none;
  overflow: hidden;
  text-overflow: ellipsis;
  padding: 0;
  ${e=>0===e.depth?"margin-top: 15px":""};
`,pv={0:ps`
    opacity: 0.7;
    text-transform: ${({theme:e})=>e.sidebar.groupItems.textTransform};
    font-size: 0.8em;
    padding-bottom: 0;
    cursor: default;
  `,1:ps`
    font-size: 0.929em;
    text-transform: ${({theme:e})=>e.sidebar.level1Items.textTransform};
  `},dv=gs.label.attrs(e=>({className:sv("-depth"+e.$depth,{active:e.$active})}))`
  cursor: pointer;
  color: ${e=>e.$active?lv(e.$depth,e,"activeTextColor"):e.theme.sidebar.textColor};
  margin: 0;
  padding: 12.5px ${e=>4*e.theme.spacing.unit}px;
  ${({$depth:e,$type:t,theme:n})=>"section"===t&&e>1&&"padding-left: "+8*n.spacing.unit+"px;"||""}
  display: flex;
  justify-content: space-between;
  font-family: ${e=>e.theme.typography.headings.fontFamily};
  ${e=>pv[e.$depth]};
  background-color: ${e=>e.$active?lv(e.$depth,e,"activeBackgroundColor"):e.theme.sidebar.backgroundColor};

  ${e=>e.$deprecated&&Cp||""};

  &:hover {
    color: ${e=>lv(e.$depth,e,"activeTextColor")};
    background-color: ${e=>lv(e.$depth,e,"activeBackgroundColor")};
  }

  ${$p} {
    height: ${({theme:e})=>e.sidebar.arrow.size};
    width: ${({theme:e})=>e.sidebar.arrow.size};
    polygon {
      fill: ${({theme:e})=>e.sidebar.arrow.color};
    }
  }
`,fv=gs.span`
  display: inline-block;
  vertical-align: middle;
  width: ${e=>e.width?e.width:"auto"};
  overflow: hidden;
  text-overflow: ellipsis;
`,hv=gs.div`
  ${({theme:e})=>ps`
    font-size: 0.8em;
    margin-top: ${2*e.spacing.unit}px;
    text-align: center;
    position: fixed;
    width: ${e.sidebar.width};
    bottom: 0;
    background: ${e.sidebar.backgroundColor};

    a,
    a:visited,
    a:hover {
      color: ${e.sidebar.textColor} !important;
      padding: ${e.spacing.unit}px 0;
      border-top: 1px solid ${Dr(.1,e.sidebar.backgroundColor)};
      text-decoration: none;
      display: flex;
      align-items: center;
      justify-content: center;
    }
  `};
  img {
    width: 15px;
    margin-right: 5px;
  }

  ${ms.lessThan("small")`
    width: 100%;
  `};
`,mv=gs.button`
  border: 0;
  width: 100%;
  text-align: left;
  & > * {
    vertical-align: middle;
  }

  ${$p} {
    polygon {
      fill: ${({theme:e})=>Dr(e.colors.tonalOffset,e.colors.gray[100])};
    }
  }
`,gv=gs.span`
  text-decoration: ${e=>e.$deprecated?"line-through":"none"};
  margin-right: 8px;
`,yv=gs(av)`
  margin: 0 5px 0 0;
`,bv=gs(e=>{const{name:t,opened:r,className:i,onClick:o,httpVerb:s,deprecated:a}=e;return n.createElement(mv,{className:i,onClick:o||void 0},n.createElement(yv,{type:s},ba(s)),n.createElement($p,{size:"1.5em",direction:r?"down":"right",float:"left"}),n.createElement(gv,{$deprecated:a},t),a?n.createElement(Ap,{type:"warning"}," ",hi("deprecated")," "):null)})`
  padding: 10px;
  border-radius: 2px;
  margin-bottom: 4px;
  line-height: 1.5em;
  background-color: ${({theme:e})=>e.colors.gray[100]};
  cursor: pointer;
  outline-color: ${({theme:e})=>Dr(e.colors.tonalOffset,e.colors.gray[100])};
`,vv=gs.div`
  padding: 10px 25px;
  background-color: ${({theme:e})=>e.colors.gray[50]};
  margin-bottom: 5px;
  margin-top: 5px;
`;class xv extends n.PureComponent{constructor(){super(...arguments),this.selectElement=()=>{Ym.selectElement(this.child)}}render(){const{children:e}=this.props;return n.createElement("div",{ref:e=>this.child=e,onClick:this.selectElement,onFocus:this.selectElement,tabIndex:0,role:"button"},e)}}const wv=gs.div`
  cursor: pointer;
  position: relative;
  margin-bottom: 5px;
`,kv=gs.span`
  font-family: ${e=>e.theme.typography.code.fontFamily};
  margin-left: 10px;
  flex: 1;
  overflow-x: hidden;
  text-overflow: ellipsis;
`,Sv=gs.button`
  outline: 0;
  color: inherit;
  width: 100%;
  text-align: left;
  cursor: pointer;
  padding: 10px 30px 10px ${e=>e.$inverted?"10px":"20px"};
  border-radius: ${e=>e.$inverted?"0":"4px 4px 0 0"};
  background-color: ${e=>e.$inverted?"transparent":e.theme.codeBlock.backgroundColor};
  display: flex;
  white-space: nowrap;
  align-items: center;
  border: ${e=>e.$inverted?"0":"1px solid transparent"};
  border-bottom: ${e=>e.$inverted?"1px solid #ccc":"0"};
  transition: border-color 0.25s ease;

  ${e=>e.$expanded&&!e.$inverted&&`border-color: ${e.theme.colors.border.dark};`||""}

  .${kv} {
    color: ${e=>e.$inverted?e.theme.colors.text.primary:"#ffffff"};
  }
  &:focus {
    box-shadow: inset 0 2px 2px rgba(0, 0, 0, 0.45), 0 2px 0 rgba(128, 128, 128, 0.25);
  }
`,Ev=gs.span.attrs(e=>({className:`http-verb ${e.type}`}))`
  font-size: ${e=>e.$compact?"0.8em":"0.929em"};
  line-height: ${e=>e.$compact?"18px":"20px"};
  background-color: ${e=>e.theme.colors.http[e.type]||"#999999"};
  color: #ffffff;
  padding: ${e=>e.$compact?"2px 8px":"3px 10px"};
  text-transform: uppercase;
  font-family: ${e=>e.theme.typography.headings.fontFamily};
  margin: 0;
`,Ov=gs.div`
  position: absolute;
  width: 100%;
  z-index: 100;
  background: ${e=>e.theme.rightPanel.servers.overlay.backgroundColor};
  color: ${e=>e.theme.rightPanel.servers.overlay.textColor};
  box-sizing: border-box;
  box-shadow: 0 0 6px rgba(0, 0, 0, 0.33);
  overflow: hidden;
  border-bottom-left-radius: 4px;
  border-bottom-right-radius: 4px;
  transition: all 0.25s ease;
  visibility: hidden;
  ${e=>e.$expanded?"visibility: visible;":"transform: translateY(-50%) scaleY(0);"}
`,_v=gs.div`
  padding: 10px;
`,Pv=gs.div`
  padding: 5px;
  border: 1px solid #ccc;
  background: ${e=>e.theme.rightPanel.servers.url.backgroundColor};
  word-break: break-all;
  color: ${e=>e.theme.colors.primary.main};
  > span {
    color: ${e=>e.theme.colors.text.primary};
  }
`;class $v extends n.Component{constructor(e){super(e),this.toggle=()=>{this.setState({expanded:!this.state.expanded})},this.state={expanded:!1}}render(){const{operation:e,inverted:t,hideHostname:r}=this.props,{expanded:i}=this.state;return n.createElement(Os.Consumer,null,o=>n.createElement(wv,null,n.createElement(Sv,{onClick:this.toggle,$expanded:i,$inverted:t},n.createElement(Ev,{type:e.httpVerb,$compact:this.props.compact},e.httpVerb),n.createElement(kv,null,e.path),n.createElement($p,{float:"right",color:t?"black":"white",size:"20px",direction:i?"up":"down",style:{marginRight:"-25px"}})),n.createElement(Ov,{$expanded:i,"aria-hidden":!i},e.servers.map(t=>{const i=o.expandDefaultServerVariables?function(e,t={}){return e.replace(/(?:{)([\w-.]+)(?:})/g,(e,n)=>t[n]&&t[n].default||e)}(t.url,t.variables):t.url,s=function(e){try{return ci(e).pathname}catch(t){return e}}(i);return n.createElement(_v,{key:i},n.createElement(zm,{source:t.description||"",compact:!0}),n.createElement(xv,null,n.createElement(Pv,null,n.createElement("span",null,r||o.hideHostname?"/"===s?"":s:i),e.path)))}))))}}class Av extends n.PureComponent{render(){const{place:e,parameters:t}=this.props;return t&&t.length?n.createElement("div",{key:e},n.createElement(vp,null,e," Parameters"),n.createElement(Mp,null,n.createElement("tbody",null,ti(t,(e,t)=>n.createElement(Ny,{key:e.name,isLast:t,field:e,showExamples:!0}))))):null}}Object.defineProperty,Object.getOwnPropertyDescriptor;let Cv=class extends n.Component{constructor(){super(...arguments),this.switchMedia=({idx:e})=>{this.props.content&&void 0!==e&&this.props.content.activate(e)}}render(){const{content:e}=this.props;if(!e||!e.mediaTypes||!e.mediaTypes.length)return null;const t=e.activeMimeIdx,r=e.mediaTypes.map((e,t)=>({value:e.name,idx:t})),i=({children:e})=>this.props.withLabel?n.createElement(dg,null,n.createElement(pg,null,"Content type"),e):e;return n.createElement(n.Fragment,null,n.createElement(i,null,this.props.renderDropdown({value:r[t].value,options:r,onChange:this.switchMedia,ariaLabel:"Content type"})),this.props.children(e.active))}};Cv=((e,t)=>{for(var n,r=t,i=e.length-1;i>=0;i--)(n=e[i])&&(r=n(r)||r);return r})([Wg],Cv);var jv=Object.defineProperty,Tv=Object.getOwnPropertySymbols,Nv=Object.prototype.hasOwnProperty,Iv=Object.prototype.propertyIsEnumerable,Rv=(e,t,n)=>t in e?jv(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n,Lv=(e,t)=>{for(var n in t||(t={}))Nv.call(t,n)&&Rv(e,n,t[n]);if(Tv)for(var n of Tv(t))Iv.call(t,n)&&Rv(e,n,t[n]);return e};const Dv=["path","query","cookie","header"];class Mv extends n.PureComponent{orderParams(e){const t={};return e.forEach(e=>{var n,r,i;i=e,(n=t)[r=e.in]||(n[r]=[]),n[r].push(i)}),t}render(){const{body:e,parameters:t=[]}=this.props;if(void 0===e&&void 0===t)return null;const r=this.orderParams(t),i=t.length>0?Dv:[],o=e&&e.content,s=e&&e.description,a=e&&e.required;return n.createElement(n.Fragment,null,i.map(e=>n.createElement(Av,{key:e,place:e,parameters:r[e]})),o&&n.createElement(Fv,{content:o,description:s,bodyRequired:a}))}}function zv(e){var t=e,{bodyRequired:r}=t,i=((e,t)=>{var n={};for(var r in e)Nv.call(e,r)&&t.indexOf(r)<0&&(n[r]=e[r]);if(null!=e&&Tv)for(var r of Tv(e))t.indexOf(r)<0&&Iv.call(e,r)&&(n[r]=e[r]);return n})(t,["bodyRequired"]);const o="boolean"==typeof r&&!!r,s="boolean"==typeof r&&!r;return n.createElement(vp,{key:"header"},"Request Body schema: ",n.createElement(dh,Lv({},i)),o&&n.createElement(qv,null,"required"),s&&n.createElement(Bv,null,"optional"))}function Fv(e){const{content:t,description:r,bodyRequired:i}=e,{isRequestType:o}=t;return n.createElement(Cv,{content:t,renderDropdown:e=>n.createElement(zv,Lv({bodyRequired:i},e))},({schema:e})=>n.createElement(n.Fragment,null,void 0!==r&&n.createElement(zm,{source:r}),"object"===(null==e?void 0:e.type)&&n.createElement(my,{constraints:(null==e?void 0:e.constraints)||[]}),n.createElement(hb,{skipReadOnly:o,skipWriteOnly:!o,key:"schema",schema:e})))}const Uv="\n  text-transform: lowercase;\n  margin-left: 0;\n  line-height: 1.5em;\n",qv=gs(Jg)`
  ${Uv}
`,Bv=gs("div")`
  ${Uv}
  color: ${({theme:e})=>e.colors.text.secondary};
  font-size: ${e=>e.theme.schema.labelsTextSize};
`,Vv=gs(n.memo(function({title:e,type:t,empty:r,code:i,opened:o,className:s,onClick:a}){return n.createElement("button",{className:s,onClick:!r&&a||void 0,"aria-expanded":o,disabled:r},!r&&n.createElement($p,{size:"1.5em",color:t,direction:o?"down":"right",float:"left"}),n.createElement(Yv,null,i," "),n.createElement(zm,{compact:!0,inline:!0,source:e}))}))`
  display: block;
  border: 0;
  width: 100%;
  text-align: left;
  padding: 10px;
  border-radius: 2px;
  margin-bottom: 4px;
  line-height: 1.5em;
  cursor: pointer;

  color: ${e=>e.theme.colors.responses[e.type].color};
  background-color: ${e=>e.theme.colors.responses[e.type].backgroundColor};
  &:focus {
    outline: auto ${e=>e.theme.colors.responses[e.type].color};
  }
  ${e=>e.empty?'\ncursor: default;\n&::before {\n  content: "—";\n  font-weight: bold;\n  width: 1.5em;\n  text-align: center;\n  display: inline-block;\n  vertical-align: top;\n}\n&:focus {\n  outline: 0;\n}\n':""};
`,Wv=gs.div`
  padding: 10px;
`,Hv=gs(vp).attrs({as:"caption"})`
  text-align: left;
  margin-top: 1em;
  caption-side: top;
`,Yv=gs.strong`
  vertical-align: top;
`;class Gv extends n.PureComponent{render(){const{headers:e}=this.props;return void 0===e||0===e.length?null:n.createElement(Mp,null,n.createElement(Hv,null," Response Headers "),n.createElement("tbody",null,ti(e,(e,t)=>n.createElement(Ny,{isLast:t,key:e.name,field:e,showExamples:!0}))))}}var Kv=Object.defineProperty,Qv=Object.getOwnPropertySymbols,Xv=Object.prototype.hasOwnProperty,Jv=Object.prototype.propertyIsEnumerable,Zv=(e,t,n)=>t in e?Kv(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n;class ex extends n.PureComponent{constructor(){super(...arguments),this.renderDropdown=e=>n.createElement(vp,{key:"header"},"Response Schema: ",n.createElement(dh,((e,t)=>{for(var n in t||(t={}))Xv.call(t,n)&&Zv(e,n,t[n]);if(Qv)for(var n of Qv(t))Jv.call(t,n)&&Zv(e,n,t[n]);return e})({},e)))}render(){const{description:e,extensions:t,headers:r,content:i}=this.props.response;return n.createElement(n.Fragment,null,e&&n.createElement(zm,{source:e}),n.createElement(dy,{extensions:t}),n.createElement(Gv,{headers:r}),n.createElement(Cv,{content:i,renderDropdown:this.renderDropdown},({schema:e})=>n.createElement(n.Fragment,null,"object"===(null==e?void 0:e.type)&&n.createElement(my,{constraints:(null==e?void 0:e.constraints)||[]}),n.createElement(hb,{skipWriteOnly:!0,key:"schema",schema:e}))))}}const tx=Wg(({response:e})=>{const{extensions:t,headers:r,type:i,summary:o,description:s,code:a,expanded:l,content:c}=e,u=n.useMemo(()=>void 0===c?[]:c.mediaTypes.filter(e=>void 0!==e.schema),[c]),p=n.useMemo(()=>!(t&&0!==Object.keys(t).length||0!==r.length||0!==u.length||s),[t,r,u,s]);return n.createElement("div",null,n.createElement(Vv,{onClick:()=>e.toggle(),type:i,empty:p,title:o||"",code:a,opened:l}),l&&!p&&n.createElement(Wv,null,n.createElement(ex,{response:e})))}),nx=gs.h3`
  font-size: 1.3em;
  padding: 0.2em 0;
  margin: 3em 0 1.1em;
  color: ${({theme:e})=>e.colors.text.primary};
  font-weight: normal;
`;class rx extends n.PureComponent{render(){const{responses:e,isCallback:t}=this.props;return e&&0!==e.length?n.createElement("div",null,n.createElement(nx,null,hi(t?"callbackResponses":"responses")),e.map(e=>n.createElement(tx,{key:e.code,response:e}))):null}}function ix(e){const{security:t,showSecuritySchemeType:r,expanded:i}=e,o=t.schemes.length>1;return 0===t.schemes.length?n.createElement(_b,{$expanded:i},"None"):n.createElement(_b,{$expanded:i},o&&"(",t.schemes.map(e=>n.createElement(Ob,{key:e.id},r&&`${zb[e.type]||e.type}: `,n.createElement("i",null,e.displayName),i&&e.scopes.length?[" (",e.scopes.map(e=>n.createElement(Eb,{key:e},e)),") "]:null)),o&&") ")}const ox=({scopes:e})=>e.length?n.createElement("div",null,n.createElement("b",null,"Required scopes: "),e.map((e,t)=>n.createElement(n.Fragment,{key:t},n.createElement("code",null,e)," "))):null;function sx(e){const t=(0,n.useContext)(xp),r=null==t?void 0:t.options.showSecuritySchemeType,[i,o]=(0,n.useState)(!1),{securities:s}=e;if(!(null==s?void 0:s.length)||(null==t?void 0:t.options.hideSecuritySection))return null;const a=null==t?void 0:t.spec.securitySchemes.schemes.filter(({id:e})=>s.find(t=>t.schemes.find(t=>t.id===e)));return n.createElement(n.Fragment,null,n.createElement(Cb,{$expanded:i},n.createElement(Pb,{onClick:()=>o(!i)},n.createElement(Ab,null,"Authorizations:"),n.createElement($p,{size:"1.3em",direction:i?"down":"right"})),n.createElement($b,{$expanded:i},s.map((e,t)=>n.createElement(ix,{key:t,expanded:i,showSecuritySchemeType:r,security:e})))),i&&!!(null==a?void 0:a.length)&&a.map((e,t)=>n.createElement(Tb,{key:t},n.createElement("h5",null,n.createElement(ax,null)," ",zb[e.type]||e.type,": ",e.id),n.createElement(zm,{source:e.description||""}),n.createElement(Mb,{key:e.id,scheme:e,RequiredScopes:n.createElement(ox,{scopes:lx(e.id,s)})}))))}const ax=()=>n.createElement("svg",{xmlns:"http://www.w3.org/2000/svg",viewBox:"0 0 24 24",width:"11",height:"11"},n.createElement("path",{fill:"currentColor",d:"M18 10V6A6 6 0 0 0 6 6v4H3v14h18V10h-3zM8 6c0-2.206 1.794-4 4-4s4 1.794 4 4v4H8V6zm11 16H5V12h14v10z"}));function lx(e,t){const n=[];let r=t.length;for(;r--;){const i=t[r];let o=i.schemes.length;for(;o--;){const t=i.schemes[o];t.id===e&&Array.isArray(t.scopes)&&n.push(...t.scopes)}}return Array.from(new Set(n))}Object.defineProperty,Object.getOwnPropertyDescriptor;let cx=class extends n.Component{render(){const{operation:e}=this.props,{description:t,externalDocs:r}=e,i=!(!t&&!r);return n.createElement(vv,null,i&&n.createElement(ux,null,void 0!==t&&n.createElement(zm,{source:t}),r&&n.createElement(ay,{externalDocs:r})),n.createElement($v,{operation:this.props.operation,inverted:!0,compact:!0}),n.createElement(dy,{extensions:e.extensions}),n.createElement(sx,{securities:e.security}),n.createElement(Mv,{parameters:e.parameters,body:e.requestBody}),n.createElement(rx,{responses:e.responses,isCallback:e.isCallback}))}};cx=((e,t)=>{for(var n,r=t,i=e.length-1;i>=0;i--)(n=e[i])&&(r=n(r)||r);return r})([Wg],cx);const ux=gs.div`
  margin-bottom: ${({theme:e})=>3*e.spacing.unit}px;
`;Object.defineProperty,Object.getOwnPropertyDescriptor;let px=class extends n.Component{constructor(){super(...arguments),this.toggle=()=>{this.props.callbackOperation.toggle()}}render(){const{name:e,expanded:t,httpVerb:r,deprecated:i}=this.props.callbackOperation;return n.createElement(n.Fragment,null,n.createElement(bv,{onClick:this.toggle,name:e,opened:t,httpVerb:r,deprecated:i}),t&&n.createElement(cx,{operation:this.props.callbackOperation}))}};px=((e,t)=>{for(var n,r=t,i=e.length-1;i>=0;i--)(n=e[i])&&(r=n(r)||r);return r})([Wg],px);class dx extends n.PureComponent{render(){const{callbacks:e}=this.props;return e&&0!==e.length?n.createElement("div",null,n.createElement(fx,null," Callbacks "),e.map(e=>e.operations.map((t,r)=>n.createElement(px,{key:`${e.name}_${r}`,callbackOperation:t})))):null}}const fx=gs.h3`
  font-size: 1.3em;
  padding: 0.2em 0;
  margin: 3em 0 1.1em;
  color: ${({theme:e})=>e.colors.text.primary};
  font-weight: normal;
`;Object.defineProperty,Object.getOwnPropertyDescriptor;let hx=class extends n.Component{constructor(e){super(e),this.switchItem=({idx:e})=>{this.props.items&&void 0!==e&&this.setState({activeItemIdx:e})},this.state={activeItemIdx:0}}render(){const{items:e}=this.props;if(!e||!e.length)return null;const t=({children:e})=>this.props.label?n.createElement(dg,null,n.createElement(pg,null,this.props.label),e):e;return n.createElement(n.Fragment,null,n.createElement(t,null,this.props.renderDropdown({value:this.props.options[this.state.activeItemIdx].value,options:this.props.options,onChange:this.switchItem,ariaLabel:this.props.label||"Callback"})),this.props.children(e[this.state.activeItemIdx]))}};hx=((e,t)=>{for(var n,r=t,i=e.length-1;i>=0;i--)(n=e[i])&&(r=n(r)||r);return r})([Wg],hx);var mx=Object.defineProperty,gx=Object.defineProperties,yx=(Object.getOwnPropertyDescriptor,Object.getOwnPropertyDescriptors),bx=Object.getOwnPropertySymbols,vx=Object.prototype.hasOwnProperty,xx=Object.prototype.propertyIsEnumerable,wx=(e,t,n)=>t in e?mx(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n;let kx=class extends n.Component{constructor(){super(...arguments),this.renderDropdown=e=>{return n.createElement(dh,(t=((e,t)=>{for(var n in t||(t={}))vx.call(t,n)&&wx(e,n,t[n]);if(bx)for(var n of bx(t))xx.call(t,n)&&wx(e,n,t[n]);return e})({Label:ug,Dropdown:fg},e),gx(t,yx({variant:"dark"}))));var t}}render(){const e=this.props.content;return void 0===e?null:n.createElement(Cv,{content:e,renderDropdown:this.renderDropdown,withLabel:!0},e=>n.createElement(mg,{key:"samples",mediaType:e,renderDropdown:this.renderDropdown}))}};kx=((e,t)=>{for(var n,r=t,i=e.length-1;i>=0;i--)(n=e[i])&&(r=n(r)||r);return r})([Wg],kx);class Sx extends n.Component{render(){const e=this.props.callback.codeSamples.find(e=>op(e));return e?n.createElement(Ex,null,n.createElement(kx,{content:e.requestBodyContent})):null}}const Ex=gs.div`
  margin-top: 15px;
`;var Ox=Object.defineProperty,_x=Object.defineProperties,Px=(Object.getOwnPropertyDescriptor,Object.getOwnPropertyDescriptors),$x=Object.getOwnPropertySymbols,Ax=Object.prototype.hasOwnProperty,Cx=Object.prototype.propertyIsEnumerable,jx=(e,t,n)=>t in e?Ox(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n;let Tx=class extends n.Component{constructor(){super(...arguments),this.renderDropdown=e=>{return n.createElement(dh,(t=((e,t)=>{for(var n in t||(t={}))Ax.call(t,n)&&jx(e,n,t[n]);if($x)for(var n of $x(t))Cx.call(t,n)&&jx(e,n,t[n]);return e})({Label:ug,Dropdown:fg},e),_x(t,Px({variant:"dark"}))));var t}}render(){const{callbacks:e}=this.props;if(!e||0===e.length)return null;const t=e.map(e=>e.operations.map(e=>e)).reduce((e,t)=>e.concat(t),[]);if(!t.some(e=>e.codeSamples.length>0))return null;const r=t.map((e,t)=>({value:`${e.httpVerb.toUpperCase()}: ${e.name}`,idx:t}));return n.createElement("div",null,n.createElement(bp,null," Callback payload samples "),n.createElement(Nx,null,n.createElement(hx,{items:t,renderDropdown:this.renderDropdown,label:"Callback",options:r},e=>n.createElement(Sx,{key:"callbackPayloadSample",callback:e,renderDropdown:this.renderDropdown}))))}};Tx.contextType=Os,Tx=((e,t)=>{for(var n,r=t,i=e.length-1;i>=0;i--)(n=e[i])&&(r=n(r)||r);return r})([Wg],Tx);const Nx=gs.div`
  background: ${({theme:e})=>e.codeBlock.backgroundColor};
  padding: ${e=>4*e.theme.spacing.unit}px;
`;Object.defineProperty,Object.getOwnPropertyDescriptor;let Ix=class extends n.Component{render(){const{operation:e}=this.props,t=e.codeSamples,r=t.length>0,i=1===t.length&&this.context.hideSingleRequestSampleTab;return r&&n.createElement("div",null,n.createElement(bp,null," ",hi("requestSamples")," "),n.createElement(xd,{defaultIndex:0},n.createElement(pd,{hidden:i},t.map(e=>n.createElement(md,{key:e.lang+"_"+(e.label||"")},void 0!==e.label?e.label:e.lang))),t.map(e=>n.createElement(vd,{key:e.lang+"_"+(e.label||"")},op(e)?n.createElement("div",null,n.createElement(kx,{content:e.requestBodyContent})):n.createElement(sg,{lang:e.lang,source:e.source})))))||null}};Ix.contextType=Os,Ix=((e,t)=>{for(var n,r=t,i=e.length-1;i>=0;i--)(n=e[i])&&(r=n(r)||r);return r})([Wg],Ix);Object.defineProperty,Object.getOwnPropertyDescriptor;let Rx=class extends n.Component{render(){const{operation:e}=this.props,t=e.responses.filter(e=>e.content&&e.content.hasSample);return t.length>0&&n.createElement("div",null,n.createElement(bp,null," ",hi("responseSamples")," "),n.createElement(xd,{defaultIndex:0},n.createElement(pd,null,t.map(e=>n.createElement(md,{className:"tab-"+e.type,key:e.code},e.code))),t.map(e=>n.createElement(vd,{key:e.code},n.createElement("div",null,n.createElement(kx,{content:e.content}))))))||null}};Rx=((e,t)=>{for(var n,r=t,i=e.length-1;i>=0;i--)(n=e[i])&&(r=n(r)||r);return r})([Wg],Rx);var Lx=Object.defineProperty,Dx=Object.getOwnPropertySymbols,Mx=Object.prototype.hasOwnProperty,zx=Object.prototype.propertyIsEnumerable,Fx=(e,t,n)=>t in e?Lx(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n;const Ux=gs.div`
  margin-bottom: ${({theme:e})=>6*e.spacing.unit}px;
`,qx=Wg(({operation:e})=>{const{name:t,description:r,deprecated:i,externalDocs:o,isWebhook:s,httpVerb:a,badges:l}=e,c=!(!r&&!o),{showWebhookVerb:u}=n.useContext(Os),p=l.filter(({position:e})=>"before"===e),d=l.filter(({position:e})=>"after"===e),f=e.operationHash&&e.operationHash!==e.id?{[eh]:e.operationHash,id:e.operationHash}:{};return n.createElement(Os.Consumer,null,l=>n.createElement(dp,((e,t)=>{for(var n in t||(t={}))Mx.call(t,n)&&Fx(e,n,t[n]);if(Dx)for(var n of Dx(t))zx.call(t,n)&&Fx(e,n,t[n]);return e})({},f),n.createElement(lp,null,n.createElement(gp,null,n.createElement(_p,{to:e.id}),p.map(({name:e,color:t})=>n.createElement(Ap,{type:"primary",key:e,color:t},e)),t," ",i&&n.createElement(Ap,{type:"warning"}," Deprecated "),s&&n.createElement(Ap,{type:"primary"}," ","Webhook ",u&&a&&"| "+a.toUpperCase()),d.map(({name:e,color:t})=>n.createElement(Ap,{type:"primary",key:e,color:t},e))),l.pathInMiddlePanel&&!s&&n.createElement($v,{operation:e,inverted:!0}),c&&n.createElement(Ux,null,void 0!==r&&n.createElement(zm,{source:r}),o&&n.createElement(ay,{externalDocs:o})),n.createElement(dy,{extensions:e.extensions}),n.createElement(sx,{securities:e.security}),n.createElement(Mv,{parameters:e.parameters,body:e.requestBody}),n.createElement(rx,{responses:e.responses}),n.createElement(dx,{callbacks:e.callbacks})),n.createElement(pp,null,!l.pathInMiddlePanel&&!s&&n.createElement($v,{operation:e}),n.createElement(Ix,{operation:e}),n.createElement(Rx,{operation:e}),n.createElement(Tx,{callbacks:e.callbacks}))))});var Bx=Object.defineProperty,Vx=Object.getOwnPropertyDescriptor,Wx=Object.getOwnPropertySymbols,Hx=Object.prototype.hasOwnProperty,Yx=Object.prototype.propertyIsEnumerable,Gx=(e,t,n)=>t in e?Bx(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n,Kx=(e,t,n,r)=>{for(var i,o=r>1?void 0:r?Vx(t,n):t,s=e.length-1;s>=0;s--)(i=e[s])&&(o=(r?i(t,n,o):i(o))||o);return r&&o&&Bx(t,n,o),o};let Qx=class extends n.Component{render(){const e=this.props.items;return 0===e.length?null:e.map(e=>n.createElement(Xx,{key:e.id,item:e}))}};Qx=Kx([Wg],Qx);let Xx=class extends n.Component{render(){const e=this.props.item;let t;const{type:r}=e;switch(r){case"group":t=null;break;case"tag":case"section":default:t=n.createElement(Zx,((e,t)=>{for(var n in t||(t={}))Hx.call(t,n)&&Gx(e,n,t[n]);if(Wx)for(var n of Wx(t))Yx.call(t,n)&&Gx(e,n,t[n]);return e})({},this.props));break;case"operation":t=n.createElement(ew,{item:e})}return n.createElement(n.Fragment,null,t&&n.createElement(cp,{id:e.id,$underlined:"operation"===e.type},t),e.items&&n.createElement(Qx,{items:e.items}))}};Xx=Kx([Wg],Xx);const Jx=e=>n.createElement(lp,{$compact:!0},e);let Zx=class extends n.Component{render(){const{name:e,description:t,externalDocs:r,level:i}=this.props.item,o=2===i?yp:gp;return n.createElement(n.Fragment,null,n.createElement(dp,null,n.createElement(lp,{$compact:!1},n.createElement(o,null,n.createElement(_p,{to:this.props.item.id}),e))),n.createElement(ov,{parentId:this.props.item.id,source:t||"",htmlWrap:Jx}),r&&n.createElement(dp,null,n.createElement(lp,null,n.createElement(ay,{externalDocs:r}))))}};Zx=Kx([Wg],Zx);let ew=class extends n.Component{render(){return n.createElement(qx,{operation:this.props.item})}};ew=Kx([Wg],ew);var tw=Object.defineProperty,nw=Object.defineProperties,rw=(Object.getOwnPropertyDescriptor,Object.getOwnPropertyDescriptors),iw=Object.getOwnPropertySymbols,ow=Object.prototype.hasOwnProperty,sw=Object.prototype.propertyIsEnumerable,aw=(e,t,n)=>t in e?tw(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n;let lw=class extends n.Component{constructor(){super(...arguments),this.ref=n.createRef(),this.activate=e=>{this.props.onActivate(this.props.item),e.stopPropagation()}}componentDidMount(){this.scrollIntoViewIfActive()}componentDidUpdate(){this.scrollIntoViewIfActive()}scrollIntoViewIfActive(){this.props.item.active&&this.ref.current&&Jr(this.ref.current)}render(){const{item:e,withoutChildren:t}=this.props;return n.createElement(uv,{tabIndex:0,onClick:this.activate,onKeyDown:e=>{"Enter"!==e.key&&" "!==e.key||(this.props.onActivate(this.props.item),e.stopPropagation())},depth:e.depth,"data-item-id":e.id,role:"menuitem","aria-label":e.sidebarLabel,"aria-expanded":e.expanded},"operation"===e.type?n.createElement(cw,((e,t)=>nw(e,rw(t)))(((e,t)=>{for(var n in t||(t={}))ow.call(t,n)&&aw(e,n,t[n]);if(iw)for(var n of iw(t))sw.call(t,n)&&aw(e,n,t[n]);return e})({},this.props),{item:e})):n.createElement(dv,{$depth:e.depth,$active:e.active,$type:e.type,ref:this.ref},"schema"===e.type&&n.createElement(av,{type:"schema"},"schema"),n.createElement(fv,{width:"calc(100% - 38px)",title:e.sidebarLabel},e.sidebarLabel,this.props.children),e.depth>0&&e.items.length>0&&n.createElement($p,{float:"right",direction:e.expanded?"down":"right"})||null),!t&&e.items&&e.items.length>0&&n.createElement(uw,{expanded:e.expanded,items:e.items,onActivate:this.props.onActivate}))}};lw=((e,t)=>{for(var n,r=t,i=e.length-1;i>=0;i--)(n=e[i])&&(r=n(r)||r);return r})([Wg],lw);const cw=Wg(e=>{var t;const{item:r}=e,i=n.createRef(),{showWebhookVerb:o}=n.useContext(Os);return n.useEffect(()=>{e.item.active&&i.current&&Jr(i.current)},[e.item.active,i]),n.createElement(dv,{$depth:r.depth,$active:r.active,$deprecated:r.deprecated,ref:i},r.badges&&(null==(t=r.badges)?void 0:t.map(({name:e,color:t})=>n.createElement(av,{type:"badge",color:t,key:e},e))),r.isWebhook?n.createElement(av,{type:"hook"},o?r.httpVerb:hi("webhook")):n.createElement(av,{type:r.httpVerb},ba(r.httpVerb)),n.createElement(fv,{tabIndex:0,width:"calc(100% - 38px)"},r.sidebarLabel,e.children))});Object.defineProperty,Object.getOwnPropertyDescriptor;let uw=class extends n.Component{render(){const{items:e,className:t}=this.props,r=null==this.props.expanded||this.props.expanded;return n.createElement(cv,{className:t,style:this.props.style,$expanded:r,role:"menu"},e.map((e,t)=>n.createElement(lw,{key:t,item:e,onActivate:this.props.onActivate})))}};function pw(){const[e,t]=(0,n.useState)(!1);return(0,n.useEffect)(()=>{t(!0)},[]),e?n.createElement("img",{alt:"redocly logo",onError:()=>t(!1),src:"https://cdn.redoc.ly/redoc/logo-mini.svg"}):null}uw=((e,t)=>{for(var n,r=t,i=e.length-1;i>=0;i--)(n=e[i])&&(r=n(r)||r);return r})([Wg],uw);Object.defineProperty,Object.getOwnPropertyDescriptor;let dw=class extends n.Component{constructor(){super(...arguments),this.activate=e=>{if(e&&e.active&&this.context.menuToggle)return e.expanded?e.collapse():e.expand();this.props.menu.activateAndScroll(e,!0),setTimeout(()=>{this._updateScroll&&this._updateScroll()})},this.saveScrollUpdate=e=>{this._updateScroll=e}}render(){const e=this.props.menu;return n.createElement(df,{updateFn:this.saveScrollUpdate,className:this.props.className,options:{wheelPropagation:!1}},n.createElement(uw,{items:e.items,onActivate:this.activate,root:!0}),n.createElement(hv,null,n.createElement("a",{target:"_blank",rel:"noopener noreferrer",href:"https://redocly.com/redoc/"},n.createElement(pw,null),"API docs by Redocly")))}};dw.contextType=Os,dw=((e,t)=>{for(var n,r=t,i=e.length-1;i>=0;i--)(n=e[i])&&(r=n(r)||r);return r})([Wg],dw);const fw=({open:e})=>{const t=e?8:-4;return n.createElement(mw,null,n.createElement(hw,{size:15,style:{transform:`translate(2px, ${t}px) rotate(180deg)`,transition:"transform 0.2s ease"}}),n.createElement(hw,{size:15,style:{transform:`translate(2px, ${0-t}px)`,transition:"transform 0.2s ease"}}))},hw=({size:e=10,className:t="",style:r})=>n.createElement("svg",{className:t,style:r||{},viewBox:"0 0 926.23699 573.74994",version:"1.1",x:"0px",y:"0px",width:e,height:e},n.createElement("g",{transform:"translate(904.92214,-879.1482)"},n.createElement("path",{d:"\n          m -673.67664,1221.6502 -231.2455,-231.24803 55.6165,\n          -55.627 c 30.5891,-30.59485 56.1806,-55.627 56.8701,-55.627 0.6894,\n          0 79.8637,78.60862 175.9427,174.68583 l 174.6892,174.6858 174.6892,\n          -174.6858 c 96.079,-96.07721 175.253196,-174.68583 175.942696,\n          -174.68583 0.6895,0 26.281,25.03215 56.8701,\n          55.627 l 55.6165,55.627 -231.245496,231.24803 c -127.185,127.1864\n          -231.5279,231.248 -231.873,231.248 -0.3451,0 -104.688,\n          -104.0616 -231.873,-231.248 z\n        ",fill:"currentColor"}))),mw=gs.div`
  user-select: none;
  width: 20px;
  height: 20px;
  align-self: center;
  display: flex;
  flex-direction: column;
  color: ${e=>e.theme.colors.primary.main};
`;Object.defineProperty,Object.getOwnPropertyDescriptor;let gw;Qr&&(gw=r(227));const yw=gw&&gw(),bw=gs.div`
  width: ${e=>e.theme.sidebar.width};
  background-color: ${e=>e.theme.sidebar.backgroundColor};
  overflow: hidden;
  display: flex;
  flex-direction: column;

  backface-visibility: hidden;
  /* contain: strict; TODO: breaks layout since Chrome 80*/

  height: 100vh;
  position: sticky;
  position: -webkit-sticky;
  top: 0;

  ${ms.lessThan("small")`
    position: fixed;
    z-index: 20;
    width: 100%;
    background: ${({theme:e})=>e.sidebar.backgroundColor};
    display: ${e=>e.$open?"flex":"none"};
  `};

  @media print {
    display: none;
  }
`,vw=gs.div`
  outline: none;
  user-select: none;
  background-color: ${({theme:e})=>e.fab.backgroundColor};
  color: ${e=>e.theme.colors.primary.main};
  display: none;
  cursor: pointer;
  position: fixed;
  right: 20px;
  z-index: 100;
  border-radius: 50%;
  box-shadow: 0 0 20px rgba(0, 0, 0, 0.3);
  ${ms.lessThan("small")`
    display: flex;
  `};

  bottom: 44px;

  width: 60px;
  height: 60px;
  padding: 0 20px;
  svg {
    color: ${({theme:e})=>e.fab.color};
  }

  @media print {
    display: none;
  }
`;let xw=class extends n.Component{constructor(){super(...arguments),this.state={offsetTop:"0px"},this.toggleNavMenu=()=>{this.props.menu.toggleSidebar()}}componentDidMount(){yw&&yw.add(this.stickyElement),this.setState({offsetTop:this.getScrollYOffset(this.context)})}componentWillUnmount(){yw&&yw.remove(this.stickyElement)}getScrollYOffset(e){let t;return t=void 0!==this.props.scrollYOffset?_i.normalizeScrollYOffset(this.props.scrollYOffset)():e.scrollYOffset(),t+"px"}render(){const e=this.props.menu.sideBarOpened,t=this.state.offsetTop;return n.createElement(n.Fragment,null,n.createElement(bw,{$open:e,className:this.props.className,style:{top:t,height:`calc(100vh - ${t})`},ref:e=>{this.stickyElement=e}},this.props.children),!this.context.hideFab&&n.createElement(vw,{onClick:this.toggleNavMenu},n.createElement(fw,{open:e})))}};xw.contextType=Os,xw=((e,t)=>{for(var n,r=t,i=e.length-1;i>=0;i--)(n=e[i])&&(r=n(r)||r);return r})([Wg],xw);const ww=gs.div`
  ${({theme:e})=>`\n  font-family: ${e.typography.fontFamily};\n  font-size: ${e.typography.fontSize};\n  font-weight: ${e.typography.fontWeightRegular};\n  line-height: ${e.typography.lineHeight};\n  color: ${e.colors.text.primary};\n  display: flex;\n  position: relative;\n  text-align: left;\n\n  -webkit-font-smoothing: ${e.typography.smoothing};\n  font-smoothing: ${e.typography.smoothing};\n  ${e.typography.optimizeSpeed?"text-rendering: optimizeSpeed !important":""};\n\n  tap-highlight-color: rgba(0, 0, 0, 0);\n  text-size-adjust: 100%;\n\n  * {\n    box-sizing: border-box;\n    -webkit-tap-highlight-color: rgba(255, 255, 255, 0);\n  }\n`};
`,kw=gs.div`
  z-index: 1;
  position: relative;
  overflow: hidden;
  width: calc(100% - ${e=>e.theme.sidebar.width});
  ${ms.lessThan("small",!0)`
    width: 100%;
  `};

  contain: layout;
`,Sw=gs.div`
  background: ${({theme:e})=>e.rightPanel.backgroundColor};
  position: absolute;
  top: 0;
  bottom: 0;
  right: 0;
  width: ${({theme:e})=>{if(e.rightPanel.width.endsWith("%")){const t=parseInt(e.rightPanel.width,10);return`calc((100% - ${e.sidebar.width}) * ${t/100})`}return e.rightPanel.width}};
  ${ms.lessThan("medium",!0)`
    display: none;
  `};
`,Ew=gs.div`
  padding: 5px 0;
`,Ow=gs.input.attrs(()=>({className:"search-input"}))`
  width: calc(100% - ${e=>8*e.theme.spacing.unit}px);
  box-sizing: border-box;
  margin: 0 ${e=>4*e.theme.spacing.unit}px;
  padding: 5px ${e=>2*e.theme.spacing.unit}px 5px
    ${e=>4*e.theme.spacing.unit}px;
  border: 0;
  border-bottom: 1px solid
    ${({theme:e})=>(Fr(e.sidebar.backgroundColor)>.5?Dr:qr)(.1,e.sidebar.backgroundColor)};
  font-family: ${({theme:e})=>e.typography.fontFamily};
  font-weight: bold;
  font-size: 13px;
  color: ${e=>e.theme.sidebar.textColor};
  background-color: transparent;
  outline: none;
`,_w=gs(e=>n.createElement("svg",{className:e.className,version:"1.1",viewBox:"0 0 1000 1000",x:"0px",xmlns:"http://www.w3.org/2000/svg",y:"0px"},n.createElement("path",{d:"M968.2,849.4L667.3,549c83.9-136.5,66.7-317.4-51.7-435.6C477.1-25,252.5-25,113.9,113.4c-138.5,138.3-138.5,362.6,0,501C219.2,730.1,413.2,743,547.6,666.5l301.9,301.4c43.6,43.6,76.9,14.9,104.2-12.4C981,928.3,1011.8,893,968.2,849.4z M524.5,522c-88.9,88.7-233,88.7-321.8,0c-88.9-88.7-88.9-232.6,0-321.3c88.9-88.7,233-88.7,321.8,0C613.4,289.4,613.4,433.3,524.5,522z"}))).attrs({className:"search-icon"})`
  position: absolute;
  left: ${e=>4*e.theme.spacing.unit}px;
  height: 1.8em;
  width: 0.9em;

  path {
    fill: ${e=>e.theme.sidebar.textColor};
  }
`,Pw=gs.div`
  padding: ${e=>e.theme.spacing.unit}px 0;
  background-color: ${({theme:e})=>Dr(.05,e.sidebar.backgroundColor)}};
  color: ${e=>e.theme.sidebar.textColor};
  min-height: 150px;
  max-height: 250px;
  border-top: ${({theme:e})=>Dr(.1,e.sidebar.backgroundColor)}};
  border-bottom: ${({theme:e})=>Dr(.1,e.sidebar.backgroundColor)}};
  margin: 10px 0 0;
  line-height: 1.4;
  font-size: 0.9em;
  list-style: none;

  li {
    background-color: inherit;
  }

  ${dv} {
    padding-top: 6px;
    padding-bottom: 6px;

    &:hover,
    &.active {
      background-color: ${({theme:e})=>Dr(.1,e.sidebar.backgroundColor)};
    }

    > svg {
      display: none;
    }
  }
`,$w=gs.i`
  position: absolute;
  display: inline-block;
  width: ${e=>2*e.theme.spacing.unit}px;
  text-align: center;
  right: ${e=>4*e.theme.spacing.unit}px;
  line-height: 2em;
  vertical-align: middle;
  margin-right: 2px;
  cursor: pointer;
  font-style: normal;
  color: '#666';
`;var Aw=Object.defineProperty,Cw=Object.getOwnPropertyDescriptor;class jw extends n.PureComponent{constructor(e){super(e),this.activeItemRef=null,this.clear=()=>{this.setState({results:[],noResults:!1,term:"",activeItemIdx:-1}),this.props.marker.unmark()},this.handleKeyDown=e=>{if(27===e.keyCode&&this.clear(),40===e.keyCode&&(this.setState({activeItemIdx:Math.min(this.state.activeItemIdx+1,this.state.results.length-1)}),e.preventDefault()),38===e.keyCode&&(this.setState({activeItemIdx:Math.max(0,this.state.activeItemIdx-1)}),e.preventDefault()),13===e.keyCode){const e=this.state.results[this.state.activeItemIdx];if(e){const t=this.props.getItemById(e.meta);t&&this.props.onActivate(t)}}},this.search=e=>{const{minCharacterLengthToInitSearch:t}=this.context,n=e.target.value;n.length<t?this.clearResults(n):this.setState({term:n},()=>this.searchCallback(this.state.term))},this.state={results:[],noResults:!1,term:"",activeItemIdx:-1}}clearResults(e){this.setState({results:[],noResults:!1,term:e}),this.props.marker.unmark()}setResults(e,t){this.setState({results:e,noResults:0===e.length}),this.props.marker.mark(t)}searchCallback(e){this.props.search.search(e).then(t=>{this.setResults(t,e)})}render(){const{activeItemIdx:e}=this.state,t=this.state.results.filter(e=>this.props.getItemById(e.meta)).map(e=>({item:this.props.getItemById(e.meta),score:e.score})).sort((e,t)=>t.score-e.score);return n.createElement(Ew,{role:"search"},this.state.term&&n.createElement($w,{onClick:this.clear},"×"),n.createElement(_w,null),n.createElement(Ow,{value:this.state.term,onKeyDown:this.handleKeyDown,placeholder:"Search...","aria-label":"Search",type:"text",onChange:this.search}),t.length>0&&n.createElement(df,{options:{wheelPropagation:!1}},n.createElement(Pw,{as:"ul",role:"menu","data-role":"search:results"},t.map((t,r)=>n.createElement(lw,{item:Object.create(t.item,{active:{value:r===e}}),onActivate:this.props.onActivate,withoutChildren:!0,key:t.item.id,"data-role":"search:result"})))),this.state.term&&this.state.noResults?n.createElement(Pw,{"data-role":"search:results"},hi("noResultsFound")):null)}}jw.contextType=Os,((e,t,n)=>{for(var r,i=Cw(t,n),o=e.length-1;o>=0;o--)(r=e[o])&&(i=r(t,n,i)||i);i&&Aw(t,n,i)})([js.bind,(0,js.debounce)(400)],jw.prototype,"searchCallback");class Tw extends n.Component{componentDidMount(){this.props.store.onDidMount()}componentWillUnmount(){this.props.store.dispose()}render(){const{store:{spec:e,menu:t,options:r,search:i,marker:o}}=this.props,s=this.props.store;return n.createElement(hs,{theme:r.theme},n.createElement(wp,{value:s},n.createElement(_s,{value:r},n.createElement(ww,{className:"redoc-wrap"},n.createElement(xw,{menu:t,className:"menu-content"},n.createElement(Jb,{info:e.info}),!r.disableSearch&&n.createElement(jw,{search:i,marker:o,getItemById:t.getItemById,onActivate:t.activateAndScroll})||null,n.createElement(dw,{menu:t})),n.createElement(kw,{className:"api-content"},n.createElement(Gb,{store:s}),n.createElement(Qx,{items:t.items})),n.createElement(Sw,null)))))}}Tw.propTypes={store:Es.instanceOf(Ub).isRequired};var Nw=Object.defineProperty,Iw=Object.getOwnPropertySymbols,Rw=Object.prototype.hasOwnProperty,Lw=Object.prototype.propertyIsEnumerable,Dw=(e,t,n)=>t in e?Nw(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n,Mw=(e,t)=>{for(var n in t||(t={}))Rw.call(t,n)&&Dw(e,n,t[n]);if(Iw)for(var n of Iw(t))Lw.call(t,n)&&Dw(e,n,t[n]);return e};const zw=function(e){const{spec:t,specUrl:i,options:o={},onLoaded:s}=e,a=Ei(o.hideLoading,!1),l=new _i(o);if(void 0!==l.nonce)try{r.nc=l.nonce}catch(e){}return n.createElement(vs,null,n.createElement(Sp,{spec:t?Mw({},t):void 0,specUrl:i,options:o,onLoaded:s},({loading:e,store:t})=>e?a?null:n.createElement(Ss,{color:l.theme.colors.primary.main}):n.createElement(Tw,{store:t})))};var Fw=Object.defineProperty,Uw=Object.getOwnPropertySymbols,qw=Object.prototype.hasOwnProperty,Bw=Object.prototype.propertyIsEnumerable,Vw=(e,t,n)=>t in e?Fw(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n,Ww=(e,t)=>{for(var n in t||(t={}))qw.call(t,n)&&Vw(e,n,t[n]);if(Uw)for(var n of Uw(t))Bw.call(t,n)&&Vw(e,n,t[n]);return e};zt({useProxies:"ifavailable"});const Hw="2.5.4",Yw="7a9ec49";function Gw(e){const t=function(e){const t={},n=e.attributes;for(let e=0;e<n.length;e++){const r=n[e];t[r.name]=r.value}return t}(e),n={};for(const e in t){const r=e.replace(/-(.)/g,(e,t)=>t.toUpperCase()),i=t[e];n[r]="theme"===e?JSON.parse(i):i}return n}function Kw(e,t={},r=Xr("redoc"),i){if(null===r)throw new Error('"element" argument is not provided and <redoc> tag is not found on the page');let s,a;"string"==typeof e?s=e:"object"==typeof e&&(a=e),(0,o.H)(r).render(n.createElement(zw,{spec:a,onLoaded:i,specUrl:s,options:Ww(Ww({},t),Gw(r))},["Loading..."]))}function Qw(e=Xr("redoc")){e&&(0,o.H)(e).unmount()}function Xw(e,t=Xr("redoc"),r){const i=Ub.fromJS(e);setTimeout(()=>{(0,o.c)(t,n.createElement(Tw,{store:i}),{onRecoverableError:r})},0)}!function(){const e=Xr("redoc");if(!e)return;const t=e.getAttribute("spec-url");t&&Kw(t,{},e)}()}(),i}()});
