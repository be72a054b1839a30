"""The table of quantities: the name, equation and meaning of every number and picture."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Equation:
    """The explanation of a quantity.

    Parameters
    ----------
    title
        Its name.
    meaning
        One or two sentences in plain words.
    latex, plain
        Its equation, in LaTeX and in Unicode.
    """

    title: str
    meaning: str
    latex: str
    plain: str


EQUATIONS = {
    "states": Equation(
        "States x",
        "How much of each atom of the dictionary an input contains. Few states are active; the "
        "last states and the causes say which ones to expect.",
        r"x_t=\arg\min_x\ \frac{1}{2}\|y_t-Cx\|_2^2+\lambda\|x-Ax_{t-1}\|_1+\sum_k\gamma_k|x_k|",
        "x_t = argmin ½‖y_t − Cx‖² + λ‖x − Ax_{t−1}‖₁ + Σ_k γ_k|x_k|",
    ),
    "causes": Equation(
        "Causes u",
        "What the states of a group have in common; never negative. An active cause lowers the "
        "sparsity γ of the states that it stands for.",
        r"u_t=\arg\min_{u\geq 0}\ \sum_n\sum_k\gamma_k(u)\,|x_k^{(n)}|+\beta\|u\|_1",
        "u_t = argmin over u ≥ 0 of Σ_n Σ_k γ_k(u)|x_k⁽ⁿ⁾| + β‖u‖₁",
    ),
    "gamma": Equation(
        "Prior γ",
        "The sparsity γ is the price of an active state: γ₀ if no active cause expects the state, "
        "and down to γ₀/2 if one does.",
        r"\gamma_k=\gamma_0\,\frac{1+e^{-[Bu]_k}}{2}",
        "γ_k = γ₀ (1 + e^{−[Bu]_k}) / 2",
    ),
    "expectation": Equation(
        "Prediction",
        "What layer 1 expected before the frame came: the states that A predicts from the last "
        "ones. Each is multiplied by a factor from 0 to 1, which is larger the more the predicted "
        "causes û expect this state.",
        r"C\left((1-e^{-B\hat u_t})\circ Ax_{t-1}\right)",
        "C((1 − e^{−Bû_t}) ∘ Ax_{t−1})",
    ),
    "prior_expectation": Equation(
        "Prediction of the extended prior",
        "What the extended prior expected before the frame came. m is the usual size of each state "
        "after the last states of this patch and its neighbours; the signs s are those of Ax. The "
        "factor between them is 0 where the parts time and handed down raise the price of a state "
        "most, and 1 where they do not raise it. What is black here was not expected, and fades.",
        r"C\left(s\circ\left(1-\frac{\kappa_Te^{-\eta_TS(m)}+\kappa_De^{-\eta_DS(B\hat u)}}"
        r"{\kappa_T+\kappa_D}\right)\circ m\right),\quad m=[M|x_{t-1}|]_+",
        "C(s ∘ (1 − (κ_T e^{−η_T S(m)} + κ_D e^{−η_D S(Bû)})/(κ_T + κ_D)) ∘ m),  m = [M|x_{t−1}|]₊",
    ),
    "reconstruction": Equation(
        "Reconstruction",
        "The input as a sum of the active atoms. The error that remains is this term of the "
        "energy.",
        r"\hat y_t=Cx_t,\qquad E=\frac{1}{2}\sum_n\|y_t^{(n)}-Cx_t^{(n)}\|_2^2",
        "ŷ_t = Cx_t,  E = ½ Σ_n ‖y_t⁽ⁿ⁾ − Cx_t⁽ⁿ⁾‖²",
    ),
    "transition": Equation(
        "Transition A",
        "A predicts the states from those of the last frame. A difference from this prediction "
        "costs λ times its size.",
        r"\hat x_t=Ax_{t-1},\qquad E=\lambda\sum_n\|x_t^{(n)}-Ax_{t-1}^{(n)}\|_1",
        "x̂_t = Ax_{t−1},  E = λ Σ_n ‖x_t⁽ⁿ⁾ − Ax_{t−1}⁽ⁿ⁾‖₁",
    ),
    "state_sparsity": Equation(
        "Sparsity of the states",
        "The price of all active states. Active causes lower it for the states that they stand "
        "for.",
        r"E=\sum_n\sum_k\gamma_k\,|x_k^{(n)}|",
        "E = Σ_n Σ_k γ_k |x_k⁽ⁿ⁾|",
    ),
    "cause_sparsity": Equation(
        "Sparsity of the causes",
        "The price of all active causes. A cause is active only if it lowers the price of the "
        "states by more than this.",
        r"E=\beta\,\|u\|_1",
        "E = β‖u‖₁",
    ),
    "top_down": Equation(
        "Top-down",
        "The price of causes that differ from the predicted causes û. Bottom-up inference leaves "
        "this term out.",
        r"E=\frac{w}{2}\,\|u_t-\hat u_t\|_2^2",
        "E = w/2 ‖u_t − û_t‖²",
    ),
    "dictionary": Equation(
        "Dictionary C",
        "Its columns are the atoms, each of length 1. An input is the sum of a few of them.",
        r"y_t\approx Cx_t=\sum_k x_k\,c_k,\qquad \|c_k\|_2=1",
        "y_t ≈ Cx_t = Σ_k x_k c_k,  ‖c_k‖ = 1",
    ),
    "invariant": Equation(
        "Invariant matrix B",
        "Each column says which states a cause stands for: those that are often active together.",
        r"\gamma=\gamma_0\,\frac{1+e^{-Bu}}{2},\qquad B\geq 0,\ \|b_d\|_2=1",
        "γ = γ₀ (1 + e^{−Bu}) / 2,  B ≥ 0,  ‖b_d‖ = 1",
    ),
    "kmeans": Equation(
        "Accuracy (of k-means clusters)",
        "Share of frames whose causes lie in the cluster of their own shape. k-means finds the "
        "clusters without labels; then each cluster gets the name of one shape, such that this "
        "share is largest.",
        r"\max_{\pi}\ \frac{1}{T}\sum_t\,[\,\pi(k_t)=c_t\,]",
        "max over namings π of 1/T Σ_t [π(k_t) = c_t]",
    ),
    "centroid": Equation(
        "Nearest (centroid)",
        "Share of frames whose causes lie nearest to the mean of their own shape. The means are "
        "those of the video without noise.",
        r"\frac{1}{T}\sum_t\,[\,\arg\min_c\|u_t-m_c\|=c_t\,]",
        "1/T Σ_t [argmin_c ‖u_t − m_c‖ = c_t]",
    ),
    "silhouette": Equation(
        "Tightness (silhouette)",
        "How well the causes of the shapes separate. a is a frame's mean distance to the frames of "
        "its own shape, b that to the nearest other shape. Near 1 the shapes lie well apart; near "
        "0 they overlap.",
        r"s=\frac{1}{T}\sum_t\frac{b_t-a_t}{\max(a_t,b_t)}",
        "s = 1/T Σ_t (b_t − a_t) / max(a_t, b_t)",
    ),
    "coherence": Equation(
        "Coherence",
        "The top layer expects its causes to stay the same. This alone gives most of the gain of "
        "top-down inference.",
        r"\hat u_t=u_{t-1},\qquad E=\frac{w}{2}\,\|u_t-u_{t-1}\|_2^2",
        "û_t = u_{t−1},  E = w/2 ‖u_t − u_{t−1}‖²",
    ),
    "predictions": Equation(
        "Predictions handed down",
        "Layer 2 predicts the causes of layer 1. It predicts its own states with A, but only those "
        "whose price its expected causes lower enough; the others are 0. The causes of layer 1 "
        "follow from them: û = Cx̂.",
        r"\hat x_k=[Ax_{t-1}]_k\ \mathrm{if}\ \frac{\gamma_0}{2}e^{-[B\hat u]_k}<\lambda,"
        r"\ \mathrm{else}\ 0",
        "x̂_k = [Ax_{t−1}]_k if γ₀/2 · e^{−[Bû]_k} < λ, else 0",
    ),
    "prior": Equation(
        "Extended prior γ",
        "Beyond the paper: a state costs more if the last states (part “time”) or the layer above "
        "(part “handed down”) did not predict it, so that noise fades. The confidence c, "
        "from 0 to 1, says how well a prediction agrees with a first pass without the prior. "
        "Layer 2 hears what both passes found, above a noise floor that grows as they disagree.",
        r"\gamma_k=\gamma_0\left[\frac{1+e^{-[Bu]_k}}{2}+\kappa_Tc_Te^{-\eta_TS(m)_k}"
        r"+\kappa_Dc_De^{-\eta_DS(B\hat u)_k}\right]",
        "γ_k = γ₀ [(1 + e^{−[Bu]_k})/2 + κ_T c_T e^{−η_T S(m)_k} + κ_D c_D e^{−η_D S(Bû)_k}]; "
        "at the top, γ_k gains γ₀ κ_K e^{−η_K S(Bû)_k}",
    ),
    "prior_time": Equation(
        "Prior, part “time”",
        "Layer 1 expects what usually follows the last states of a patch and its neighbours. An "
        "unexpected state costs up to γ₀κ more; an expected one costs up to γ₀ρ less.",
        r"m=[M|x_{t-1}|]_+,\quad e_k=e^{-\eta_TS(m)_k},\quad"
        r"\gamma_0\left[\kappa_Tc_Te_k-\rho(1-e_k)\right]",
        "m = [M|x_{t−1}|]₊, e_k = e^{−η_T S(m)_k}: γ_k gains γ₀ [κ_T c_T e_k − ρ(1 − e_k)]",
    ),
    "prior_handed_down": Equation(
        "Prior, part “handed down”",
        "The top layer predicts the causes of layer 1; states that these causes do not stand for "
        "cost more.",
        r"\hat u^{(1)}=\left[C^{(2)}([M|x_{t-1}|]_+\circ(1-e^{-B\hat u}))\right]_+,\quad"
        r"\gamma_0\kappa_Dc_De^{-\eta_DS(B\hat u)_k}",
        "û¹ = [C²((M|x_{t−1}|) ∘ (1 − e^{−Bû}))]₊: γ_k gains γ₀ κ_D c_D e^{−η_D S(Bû)_k}",
    ),
    "prior_top": Equation(
        "Prior, part “top”",
        "The top layer expects the states that its last causes stand for; other states cost more, "
        "unless nothing had reached the top. With letting go, p above 0, this and the weight w of "
        "coherence shrink where what these causes handed down is not found.",
        r"\hat u=u_{t-1},\qquad \gamma_0\kappa_Kc_D^{\,p}\,e^{-\eta_KS(B\hat u)_k},"
        r"\qquad w\,c_D^{\,p}",
        "û = u_{t−1}: γ_k of the top layer gains γ₀ κ_K c_Dᵖ e^{−η_K S(Bû)_k}; coherence weighs "
        "w c_Dᵖ",
    ),
    "placebo": Equation(
        "Placebo",
        "A control of the extended prior: the predicted causes that are handed down are shuffled, "
        "so that they raise the prices of the wrong states. As they fit the frame less, their "
        "confidence c falls: this placebo is wrong, and weaker too.",
        r"\hat u^{(1)}_d\ \rightarrow\ \hat u^{(1)}_{\pi(d)}",
        "û¹_d → û¹_{π(d)}",
    ),
    "matched_placebo": Equation(
        "Matched placebo",
        "Shuffled like the placebo, but with the confidence c of the true causes: it is wrong, "
        "but not weaker. What it does is strength alone; what the prior does better comes from "
        "what is said.",
        r"\hat u^{(1)}_d\ \rightarrow\ \hat u^{(1)}_{\pi(d)},\qquad"
        r"c_D=\min\left(1,\langle\hat u,u^0\rangle/\langle\hat u,\hat u\rangle\right)",
        "û¹_d → û¹_{π(d)};  c_D = min(1, ⟨û, u⁰⟩/⟨û, û⟩) of the true û",
    ),
    "evidence": Equation(
        "Evidence and price",
        "The evidence q for a state is what the other states leave unexplained. The state is on if "
        "its evidence exceeds its price: γ − λ if A predicts it from the last states with the same "
        "sign, else γ + λ.",
        r"q_k=c_k^T\left(y-\sum_{j\neq k}c_jx_j\right),\qquad |q_k|>\gamma_k\mp\lambda",
        "q_k = c_kᵀ(y − Σ_{j≠k} c_j x_j); x_k ≠ 0 where |q_k| > γ_k ∓ λ",
    ),
    "surprise": Equation(
        "Surprise",
        "The part of the frame that the expected states do not explain, tinted over the input. e "
        "is 1 for a state that was not expected at all, and near 0 for one that was.",
        r"y_t-C(x_t\circ(1-e)),\qquad e=e^{-\eta_TS([M|x_{t-1}|]_+)}",
        "y_t − C(x_t ∘ (1 − e)),  e = e^{−η_T S([M|x_{t−1}|]₊)}",
    ),
    "leak": Equation(
        "Noise that is left (leak)",
        "Mean brightness of the reconstruction at pixels that only noise has lit, over the frames "
        "so far: 0 if all noise has faded.",
        r"\frac{1}{|N|}\sum_{i\in N}\hat y_i,\qquad N:\ y_i\geq\frac{1}{2}>y_i^{\mathrm{clean}}",
        "mean of ŷ over pixels with y ≥ ½ > clean y",
    ),
    "kept": Equation(
        "Shape that is kept",
        "Mean brightness of the reconstruction at the pixels of the true shapes: near 1 if they "
        "stay while the noise fades.",
        r"\frac{1}{|O|}\sum_{i\in O}\hat y_i,\qquad O:\ y_i^{\mathrm{clean}}\geq\frac{1}{2}",
        "mean of ŷ over pixels with clean y ≥ ½",
    ),
    "iou_clean": Equation(
        "Overlap with the clean frame (IoU)",
        "Number of pixels that are lit in both reconstruction and clean frame, divided by the "
        "number lit in at least one of them: 1 if both show the same.",
        r"\frac{|R\cap O|}{|R\cup O|},\qquad R:\ \hat y_i\geq\frac{1}{2}",
        "|R ∩ O| / |R ∪ O|, R: ŷ ≥ ½, O: clean y ≥ ½",
    ),
    "explained": Equation(
        "Explained",
        "Share of the frame's variance that the reconstruction explains: 1 if it is exact.",
        r"1-\frac{\sum_i(y_i-\hat y_i)^2}{\sum_i(y_i-\bar y)^2}",
        "1 − Σ(y − ŷ)² / Σ(y − ȳ)²",
    ),
    "active": Equation(
        "Active",
        "Share of layer 1's states, or of the top causes, that are not zero in this frame.",
        r"\frac{1}{K}\sum_k\,[\,x_k\neq 0\,]",
        "share of k with x_k ≠ 0",
    ),
    "psnr": Equation(
        "Peak signal-to-noise ratio",
        "How near the reconstruction comes to the frame without noise, in decibels; R is the range "
        "of that frame.",
        r"10\,\log_{10}\frac{R^2}{\frac{1}{n}\sum_i(\hat y_i-y_i^{\mathrm{clean}})^2}",
        "10 log₁₀ R² / mean (ŷ − clean y)²",
    ),
    "moving_average": Equation(
        "Moving average",
        "A control: bottom-up causes, averaged over time. What this gains comes from using more "
        "than one frame, not from top-down inference.",
        r"m_t=(1-\alpha)\,m_{t-1}+\alpha\,u_t,\qquad \alpha=0.15",
        "m_t = (1 − α) m_{t−1} + α u_t,  α = 0.15",
    ),
    "energy": Equation(
        "Energy of a layer",
        "Inference looks for the states x and causes u at which this sum is smallest. Without "
        "top-down inference the last term is left out.",
        r"E=\sum_n\left(\frac{1}{2}\|y^{(n)}-Cx^{(n)}\|_2^2+\lambda\|x^{(n)}-Ax_{t-1}^{(n)}\|_1"
        r"+\sum_k\gamma_k|x_k^{(n)}|\right)+\beta\|u\|_1+\frac{w}{2}\|u-\hat u\|_2^2",
        "E = Σ_n (½‖y⁽ⁿ⁾ − Cx⁽ⁿ⁾‖² + λ‖x⁽ⁿ⁾ − Ax_{t−1}⁽ⁿ⁾‖₁ + Σ_k γ_k|x_k⁽ⁿ⁾|) + β‖u‖₁ "
        "+ w/2 ‖u − û‖²",
    ),
    "smoothing": Equation(
        "Smoothing μ",
        "In place of ‖e‖₁, e = x − Ax, which has a corner at 0. With μ near 0 both are the same.",
        r"\|e\|_1\approx\max_{\|\alpha\|_\infty\leq 1}\ \alpha^Te-\frac{\mu}{2}\|\alpha\|_2^2",
        "‖e‖₁ ≈ max over ‖α‖_∞ ≤ 1 of αᵀe − μ/2 ‖α‖²",
    ),
    "fista": Equation(
        "A step of Algorithm 1",
        "A step down the slope of the smooth terms f from z, a point ahead of x in the direction "
        "of the last step; then every state is shrunk by its price.",
        r"x\leftarrow\mathrm{shrink}\left(z-\frac{1}{L}\nabla f(z),\ \frac{\gamma}{L}\right)",
        "x ← shrink(z − ∇f(z)/L, γ/L)",
    ),
    "exact": Equation(
        "A step of the exact solver",
        "One state at a time, where q is its evidence and p = Ax_{t−1} what is predicted for it; "
        "the answer is known in closed form.",
        r"x_k\leftarrow\arg\min_x\ \frac{1}{2}(x-q_k)^2+\lambda|x-p_k|+\gamma_k|x|",
        "x_k ← argmin ½(x − q_k)² + λ|x − p_k| + γ_k|x|",
    ),
    "belief": Equation(
        "Belief b",
        "The causes b are what the top layer expects in every frame, in place of those of the "
        "frame before.",
        r"\hat u_t=b\quad\mathrm{in\ place\ of}\quad\hat u_t=u_{t-1}",
        "û_t = b in place of û_t = u_{t−1}",
    ),
}
