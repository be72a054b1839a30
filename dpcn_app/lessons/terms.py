"""The glossary: every term of the window and the lessons, in a sentence that is read once."""

from __future__ import annotations

from dpcn_app.lessons.term import Term, TermFinder

TERMS = (
    # --- the network ---
    Term(
        "layer",
        "One level of the network: it explains what comes from below by states, and pools them "
        "into causes for the level above.",
        ("layer", "layers", "layer 1", "layer 2", "layer 3"),
        place="network",
    ),
    Term(
        "patch",
        "A small square cut out of the frame; the states of layer 1 explain one patch each (G "
        "draws the patches over the input).",
        ("patch", "patches"),
        place="stage",
    ),
    Term(
        "group, or unit",
        "Some neighbouring inputs of a layer, such as four patches, whose states share one set of "
        "causes.",
        ("group", "groups", "unit", "units"),
        place="layers",
    ),
    Term(
        "top unit",
        "A unit of the last layer with all that it sees; a frame larger than that is covered by "
        "many top units.",
        ("top unit", "top units"),
        place="top-units",
    ),
    Term(
        "states x",
        "Numbers that say how much of each atom a patch contains at this moment; few of them are "
        "not zero.",
        ("state", "states"),
        "states",
        "layers",
    ),
    Term(
        "causes u",
        "A few numbers, never negative, that say what the states of a group have in common; those "
        "of the top layer tell which shape it is.",
        ("cause", "causes", "top cause", "top causes"),
        "causes",
        "causes",
    ),
    Term(
        "atom",
        "One column of the dictionary: a small picture, of which a few are added up to make a "
        "patch.",
        ("atom", "atoms"),
        "dictionary",
        "dictionary",
    ),
    Term(
        "dictionary C",
        "All atoms of a layer; the reconstruction of an input is C times its states.",
        ("dictionary", "dictionary C", "matrix C"),
        "dictionary",
        "dictionary",
    ),
    Term(
        "transition A",
        "The matrix that predicts the states of a patch from those of the frame before.",
        ("transition", "transitions", "transition A", "matrix A"),
        "transition",
        "transitions",
    ),
    Term(
        "invariant matrix B",
        "The matrix that says which states each cause stands for; an active cause makes just these "
        "states cheaper.",
        ("invariant matrix", "invariant matrix B", "matrix B"),
        "invariant",
        "fields",
    ),
    Term(
        "receptive field",
        "The picture that a cause or an atom stands for: what has to be in the frame to make it "
        "active.",
        ("receptive field", "receptive fields", "causes’ fields"),
        place="fields",
    ),
    Term(
        "Gabor fit",
        "A striped patch that fades towards its edges, laid over an atom as well as it goes: it "
        "tells the atom's position, direction and width of stripes.",
        ("Gabor fit", "Gabor fits"),
        place="gabors",
    ),
    # --- prices ---
    Term(
        "γ, the price of a state",
        "What it costs to make a state active: the full price γ₀ if no active cause expects the "
        "state, down to half of it if one does.",
        ("γ", "price", "prices", "sparsity γ"),
        "gamma",
        "why",
    ),
    Term(
        "γ₀",
        "The full price of a state, a number that is set before training; a larger one leaves "
        "fewer states active.",
        ("γ₀", "γ0"),
        "gamma",
        "training",
    ),
    Term(
        "λ",
        "The price of leaving the prediction: each state pays λ times how far it is from what A "
        "predicts.",
        ("λ",),
        "transition",
        "training",
    ),
    Term(
        "β",
        "The price of a cause: a cause is active only if it makes the states cheaper by more than "
        "this.",
        ("β",),
        "cause_sparsity",
        "training",
    ),
    Term(
        "μ",
        "How far Algorithm 1 rounds off the corner of the transition term, so that the term has a "
        "slope everywhere; the exact solver needs no μ.",
        ("μ",),
        "smoothing",
        "microscope",
    ),
    Term(
        "sparseness",
        "How few states or causes are active at a time; prices make them few.",
        ("sparseness", "sparse", "sparsity"),
        "active",
        "layers",
    ),
    Term(
        "energy",
        "What inference makes as small as it can: reconstruction error, plus prices for leaving "
        "the prediction, for states, for causes, and for causes that differ from û.",
        ("energy", "energies", "energy term", "energy terms"),
        "energy",
        "layers",
    ),
    Term(
        "evidence",
        "What the other states leave unexplained of an input, measured along one atom; the state "
        "is active if its evidence exceeds its price.",
        ("evidence",),
        "evidence",
        "why",
    ),
    # --- inference ---
    Term(
        "inference",
        "Finding the states and causes that explain a frame at the lowest energy, for every frame "
        "anew.",
        ("inference", "infers", "inferred"),
        "energy",
        "microscope",
    ),
    Term(
        "iteration",
        "One round of inference over all states and causes; the microscope shows a frame's "
        "iterations one by one.",
        ("iteration", "iterations"),
        place="microscope",
    ),
    Term(
        "Algorithm 1 (FISTA)",
        "The paper's way to infer: downhill steps with momentum over all states at once, with the "
        "transition term smoothed by μ.",
        ("Algorithm 1", "FISTA"),
        "fista",
        "microscope",
    ),
    Term(
        "exact solver",
        "This app's usual way to infer: one state after the other is set to the value that is "
        "exactly best for it, with nothing smoothed, to the same lowest energy.",
        ("exact solver",),
        "exact",
        "microscope",
    ),
    Term(
        "bottom-up",
        "Inference from the frame and the last states alone: no layer is told what the one above "
        "expects.",
        ("bottom-up",),
        place="mode",
    ),
    Term(
        "top-down",
        "Inference in which causes are pulled towards those that were expected, û (T switches it "
        "on); it has two parts, coherence and predictions handed down.",
        ("top-down",),
        "top_down",
        "mode",
    ),
    Term(
        "û, the expected causes",
        "The causes that a layer is told to expect before it sees the frame: at the top those of "
        "the frame before, below what the layer above predicts.",
        ("û", "predicted causes", "expected causes"),
        "top_down",
        "network",
    ),
    Term(
        "coherence",
        "The first part of top-down: the top layer expects its causes to stay as they were in the "
        "frame before.",
        ("coherence",),
        "coherence",
        "mode",
    ),
    Term(
        "predictions handed down",
        "The second part of top-down: layer 2 predicts its next states, and tells layer 1 which "
        "causes follow from them.",
        ("predictions handed down", "predictions"),
        "predictions",
        "mode",
    ),
    Term(
        "moving average",
        "A control: the bottom-up causes averaged over the last frames, without any network; what "
        "it gains comes from memory alone.",
        ("moving average",),
        "moving_average",
        "mode",
    ),
    # --- beyond the paper ---
    Term(
        "extended prior",
        "Beyond the paper: a state that was not expected costs more than γ₀, so that noise fades "
        "from the picture (P switches it on).",
        ("extended prior", "prior"),
        "prior",
        "mode",
    ),
    Term(
        "prior, part time",
        "States of layer 1 cost more if they do not usually follow the last states of their patch "
        "and its neighbours.",
        ("part time", "part “time”"),
        "prior_time",
        "mode",
    ),
    Term(
        "prior, part handed down",
        "States of layer 1 cost more if the causes that the top layer predicts do not stand for "
        "them.",
        ("part handed down", "part “handed down”"),
        "prior_handed_down",
        "mode",
    ),
    Term(
        "prior, part top",
        "States of the top layer cost more if its last causes do not stand for them.",
        ("part top", "part “top”"),
        "prior_top",
        "mode",
    ),
    Term(
        "placebo",
        "A control of the extended prior: what is handed down is shuffled. It is wrong, and "
        "weaker too, since the network trusts less what fits the frame less.",
        ("placebo",),
        "placebo",
        "mode",
    ),
    Term(
        "matched placebo",
        "A placebo that is trusted as much as the true prediction: wrong, but not weaker. If the "
        "prior does better than this one, it matters what is said, not only how strongly.",
        ("matched placebo",),
        "matched_placebo",
        "mode",
    ),
    Term(
        "belief",
        "Causes that you put in place of what the top layer expects: the network is told what to "
        "look for, whatever it sees (keys 1, 2, 3).",
        ("belief", "beliefs"),
        "belief",
        "belief",
    ),
    Term(
        "eyes closed",
        "From a frame on the network is fed its own expectation in place of the video; what it "
        "saw lives on for some frames (H).",
        ("eyes closed", "closed eyes"),
        "expectation",
        "eyes-closed",
    ),
    # --- pictures ---
    Term(
        "reconstruction",
        "The picture that the states stand for: the sum of the active atoms of all patches.",
        ("reconstruction", "reconstructions"),
        "reconstruction",
        "stage",
    ),
    Term(
        "prediction",
        "The picture that layer 1 expected before the frame came.",
        ("prediction",),
        "expectation",
        "stage",
    ),
    Term(
        "residual",
        "What the reconstruction misses: the input minus the reconstruction.",
        ("residual", "residuals"),
        "reconstruction",
        "stage",
    ),
    Term(
        "surprise",
        "The part of a frame that the expected states do not explain (S tints it).",
        ("surprise",),
        "surprise",
        "stage",
    ),
    Term(
        "noise",
        "What is put on a video to make it hard: shapes at random places in every frame, as in the "
        "paper, grain, or a wandering cover.",
        ("noise",),
        place="noise",
    ),
    # --- scores ---
    Term(
        "tightness (silhouette)",
        "How well the causes of the shapes lie apart: near 1 as separate clusters, near 0 on top "
        "of each other.",
        ("silhouette", "tightness"),
        "silhouette",
        "causes",
    ),
    Term(
        "accuracy (of k-means)",
        "Share of frames that fall into the cluster of their own shape, where k-means has found "
        "the clusters without being told the shapes.",
        ("k-means accuracy", "k-means", "accuracy"),
        "kmeans",
        "causes",
    ),
    Term(
        "misread",
        "A frame whose causes lie nearer to the mean of another shape than to that of its own (J "
        "goes to the next one).",
        ("misread", "misreads", "misreading"),
        "centroid",
        "causes",
    ),
    Term(
        "noise that is left (leak)",
        "How bright the noise still is in the reconstruction: 0 if all of it has faded.",
        ("leak",),
        "leak",
        "causes",
    ),
    Term(
        "shape that is kept",
        "How bright the true shapes are in the reconstruction: near 1 if they stay while the noise "
        "fades.",
        ("shape that is kept",),
        "kept",
        "causes",
    ),
    Term(
        "overlap (IoU)",
        "Overlap of two pictures: pixels lit in both, over pixels lit in at least one "
        "(intersection over union).",
        ("IoU",),
        "iou_clean",
        "causes",
    ),
    Term(
        "PSNR",
        "How near a picture comes to the frame without noise, in decibels; more is nearer.",
        ("PSNR",),
        "psnr",
        "stage",
    ),
    # --- learning ---
    Term(
        "training",
        "Learning A, B and C from video without labels, one layer after the other: states are "
        "inferred, then the matrices are moved to explain them at lower energy.",
        ("training",),
        place="training",
    ),
    Term(
        "epoch",
        "One pass through the whole training video.",
        ("epoch", "epochs"),
        place="training",
    ),
    Term(
        "health",
        "Whether the causes of a layer are all in use, one at a time, each for a while: a light "
        "beside the network's name says so, without any labels.",
        ("health", "healthy"),
        place="model",
    ),
)
"""All terms, what belongs together side by side."""

FINDER = TermFinder(TERMS)
"""Finds them in any text."""
